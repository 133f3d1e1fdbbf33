package resolve

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/schema"
)

// lookup finds the declaration that the spec names at pointer. It reports what
// is wrong and returns nil if there is none that the output can use.
func (r *resolver) lookup(name schema.GoName, pointer schema.Pointer) types.Object {
	scopes, where, ok := r.scopesOf(name, pointer)
	if !ok {
		return nil
	}
	var candidates []string
	for _, s := range scopes {
		if object := s.Lookup(name.Name); object != nil {
			return r.accessible(object, pointer)
		}
		candidates = append(candidates, s.Names()...)
	}
	if name.Path != "" && !ast.IsExported(name.Name) {
		r.report(ruleNotAccessible, pointer, false, fmt.Sprintf("%s is not exported by %s", name.Name, where), "")
		return nil
	}
	hint := r.constraintHint(r.dirOf(name), name.Name)
	if near, ok := schema.Nearest(name.Name, r.usable(candidates, name)); ok && hint == "" {
		hint = fmt.Sprintf("did you mean %q?", strings.TrimSuffix(name.String(), name.Name)+near)
	}
	r.report(ruleNameNotFound, pointer, false, fmt.Sprintf("%s has no declaration %s", where, name.Name), hint)
	return nil
}

// usable leaves out the names that the output could not refer to.
func (r *resolver) usable(names []string, name schema.GoName) []string {
	if name.Path == "" {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !ast.IsExported(n) })
}

// scopesOf returns the package scopes in which a name is looked up, and how to
// call that package.
func (r *resolver) scopesOf(name schema.GoName, pointer schema.Pointer) ([]*types.Scope, string, bool) {
	if name.Path == "" {
		return r.homeScopes(name, pointer)
	}
	found := r.named(name)
	if found == nil {
		r.reportPackage(name, pointer)
		return nil, "", false
	}
	pkg, err := r.Types(found)
	if err != nil {
		r.report(rulePackageNotFound, pointer, false, fmt.Sprintf("package %s cannot be loaded", name.Path), err.Error())
		return nil, "", false
	}
	return []*types.Scope{pkg.Scope()}, "package " + pkg.Path(), true
}

// homeScopes returns the scopes of the package next to the spec: for a test
// file that of the tests, too.
func (r *resolver) homeScopes(name schema.GoName, pointer schema.Pointer) ([]*types.Scope, string, bool) {
	var scopes []*types.Scope
	if r.output.declared != nil && r.target.OutDir == r.target.Dir {
		scopes = append(scopes, r.output.declared)
	}
	home := r.PathOf(r.target.Dir)
	candidates := []*gopkg.Package{r.Package(home)}
	if r.target.IsTest() {
		candidates = []*gopkg.Package{r.WithTests(home), r.Package(home)}
	}
	for _, found := range candidates {
		if found == nil {
			continue
		}
		if pkg, err := r.Types(found); err == nil {
			scopes = append(scopes, pkg.Scope())
		}
	}
	if len(scopes) == 0 {
		hint := fmt.Sprintf("name the package: ./dir.%s or example.com/module/package.%s", name.Name, name.Name)
		if trouble := r.Trouble(r.target.Dir); trouble != "" {
			hint = "the go command says: " + trouble
		}
		hint = cmp.Or(r.constraintHint(r.target.Dir, name.Name), hint)
		r.report(rulePackageNotFound, pointer, false,
			fmt.Sprintf("%s is looked up in the package next to the spec, and there is none", name.Name), hint)
		return nil, "", false
	}
	return scopes, "the package next to the spec", true
}

// dirOf returns the directory in which a name is looked up, or "".
func (r *resolver) dirOf(name schema.GoName) string {
	if name.Path == "" {
		return r.target.Dir
	}
	if found := r.named(name); found != nil {
		return found.Dir()
	}
	return ""
}

// named returns the package that a name with a path is in, or nil.
func (r *resolver) named(name schema.GoName) *gopkg.Package {
	if isRelative(name.Path) {
		return r.Package(r.PathOf(filepath.Join(r.target.Dir, filepath.FromSlash(name.Path))))
	}
	if full := r.ImportNames(r.target.Dir)[name.Path]; full != "" {
		return r.Package(full)
	}
	return r.Package(name.Path)
}

// reportPackage reports that the package of a name is not found.
func (r *resolver) reportPackage(name schema.GoName, pointer schema.Pointer) {
	known := r.Paths()
	hint := "import it in the package next to the spec, or write its import path"
	if isRelative(name.Path) {
		hint = "the directory is relative to the spec, and has to hold Go files"
	}
	if trouble := r.trouble(name); trouble != "" && strings.ContainsAny(name.Path, "/.") {
		hint = "the go command says: " + trouble + repair(trouble, name.Path)
	}
	if full := bySuffix(known, name.Path); full != "" {
		hint = fmt.Sprintf("did you mean %q?", full+"."+name.Name)
	} else if near, ok := schema.Nearest(name.Path, known); ok {
		hint = fmt.Sprintf("did you mean %q?", near+"."+name.Name)
	}
	r.report(rulePackageNotFound, pointer, false, fmt.Sprintf("package %s is not found", name.Path), hint)
}

// trouble returns what the go command says about the package of a name with a
// path, or "".
func (r *resolver) trouble(name schema.GoName) string {
	if isRelative(name.Path) {
		return r.Trouble(filepath.Join(r.target.Dir, filepath.FromSlash(name.Path)))
	}
	return r.Trouble(name.Path)
}

// repair returns the commands that repair what the go command says about a
// package, if it does not name them; "" if nothing is known.
func repair(trouble, path string) string {
	switch {
	case strings.Contains(trouble, "-mod=vendor"):
		return fmt.Sprintf("; to add it: import _ %q in a file next to the spec, and run go mod vendor", path)
	case strings.HasPrefix(trouble, "no required module provides package") && !strings.Contains(trouble, "go get"):
		return "; to add it: go get " + path
	default:
		return ""
	}
}

// bySuffix returns the only path whose last element is name, or "".
func bySuffix(paths []string, name string) string {
	found := ""
	for _, p := range paths {
		if path.Base(p) != name || strings.Contains(p, "internal/") || strings.HasPrefix(p, "vendor/") {
			continue
		}
		if found != "" {
			return ""
		}
		found = p
	}
	return found
}

// accessible returns the object if the output can refer to it; else it reports
// why not.
func (r *resolver) accessible(object types.Object, pointer schema.Pointer) types.Object {
	if why := r.inaccessible(object); why != "" {
		r.report(ruleNotAccessible, pointer, false, why, "")
		return nil
	}
	r.checkConstraint(object, pointer)
	return object
}

// inaccessible returns why the output cannot refer to object; "" if it can.
func (r *resolver) inaccessible(object types.Object) string {
	pkg := object.Pkg()
	switch {
	case pkg == nil || pkg.Path() == r.output.path:
		return ""
	case !object.Exported():
		return fmt.Sprintf("%s is not exported by package %s", object.Name(), pkg.Path())
	case pkg.Name() == "main":
		return fmt.Sprintf("%s is in package main, which no other package can import", object.Name())
	case !internalVisible(pkg.Path(), r.output.path):
		return fmt.Sprintf("package %s is internal, and package %s may not import it", pkg.Path(), r.output.path)
	default:
		return ""
	}
}

// internalVisible reports whether the package at from may import the one at
// path, by the rule for internal directories.
func internalVisible(path, from string) bool {
	at := strings.LastIndex(path+"/", "/internal/")
	if strings.HasPrefix(path, "internal/") && at < 0 {
		return false // of the standard library
	}
	if at < 0 {
		return true
	}
	parent := path[:at]
	return from == parent || strings.HasPrefix(from, parent+"/") || strings.TrimSuffix(from, "_test") == parent
}
