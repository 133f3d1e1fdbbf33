package gopkg

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/retrygen/retrygen/generator/internal/partial"
)

// View is a program as one spec sees it: without the files that the spec is
// about to replace.
type View struct {
	*Program
	target  *Target
	part    *partial.Program   // nil if all is loaded
	sources map[string]*source // packages that look different here, by ID
}

// source is a package that was checked from its source files.
type source struct {
	types  *types.Package
	errors []types.Error
}

// view returns the program as the spec of a target sees it.
func (p *Program) view(t *Target) *View {
	return &View{Program: p, target: t, part: p.parts[t], sources: map[string]*source{}}
}

// IsPartial reports whether the view has no more than what the spec names. If
// that leads to an error, the whole program has to be loaded for its message.
func (v *View) IsPartial() bool { return v.part != nil }

// Package returns the package with an import path, or nil if it is not found.
func (v *View) Package(path string) *Package {
	if v.part == nil {
		return v.Program.Package(path)
	}
	found := v.part.Package(path)
	if found == nil {
		return nil
	}
	return &Package{Path: path, Name: found.Name}
}

// PathOf returns the import path of a directory, or "" if it is not known.
func (v *View) PathOf(dir string) string {
	if v.part != nil && v.part.PathOf(dir) != "" {
		return v.part.PathOf(dir)
	}
	return v.Program.PathOf(dir)
}

// Types returns the declarations of a package, which may be incomplete: see
// [View.Errors].
func (v *View) Types(pkg *Package) (*types.Package, error) {
	if v.part != nil {
		return v.part.Types(pkg.Path), nil
	}
	return v.typesOf(pkg.listed)
}

func (v *View) typesOf(listed *packages.Package) (*types.Package, error) {
	if listed.PkgPath == "unsafe" {
		return types.Unsafe, nil
	}
	return v.check(listed).types, nil
}

// isAffected reports whether the output of some spec is, or will be, in a
// package or in one that it imports. Views differ in these packages alone.
func (p *Program) isAffected(listed *packages.Package) bool {
	if known, ok := p.affected[listed.ID]; ok {
		return known
	}
	p.affected[listed.ID] = false // while a cycle leads back here
	affected := false
	if len(listed.GoFiles) > 0 {
		dir := filepath.Dir(listed.GoFiles[0])
		for _, t := range p.targets {
			affected = affected || t.OutDir == dir
		}
	}
	for _, imported := range listed.Imports {
		affected = affected || p.isAffected(imported)
	}
	p.affected[listed.ID] = affected
	return affected
}

// check type-checks a package from source. Function bodies are not looked at,
// and errors are kept: they matter only where they touch a type that is asked for.
func (v *View) check(listed *packages.Package) *source {
	known := v.checked
	if v.isAffected(listed) {
		known = v.sources
	}
	if done := known[listed.ID]; done != nil {
		return done
	}
	result := &source{types: types.NewPackage(listed.PkgPath, listed.Name)}
	known[listed.ID] = result
	config := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Importer:         sourceImporter{view: v, importing: listed},
		Error: func(err error) {
			if e, ok := errors.AsType[types.Error](err); ok {
				result.errors = append(result.errors, e)
			}
		},
	}
	files := v.parse(listed)
	checker := types.NewChecker(&config, v.fset, result.types, nil)
	_ = checker.Files(append(files, v.pending(listed, files)...)) // the errors went to config.Error
	return result
}

// sourceImporter imports for one package that is checked from source.
type sourceImporter struct {
	view      *View
	importing *packages.Package
}

// Import returns the types of the package that importing names by path.
func (i sourceImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	listed := i.importing.Imports[path]
	if listed == nil && i.view.paths[path] != nil {
		listed = i.view.paths[path].listed
	}
	if !isFound(listed) {
		return nil, fmt.Errorf("package %s is not found", path)
	}
	return i.view.typesOf(listed)
}

// parse returns the syntax of a package without the output of the spec, and
// without function bodies.
func (v *View) parse(listed *packages.Package) []*ast.File {
	var files []*ast.File
	for _, name := range listed.GoFiles {
		if v.target.IsOutput(name) {
			continue
		}
		file := v.files[name]
		if file == nil {
			file, _ = parser.ParseFile(v.fset, name, nil, parser.SkipObjectResolution)
			if file == nil {
				continue
			}
			dropBodies(file)
			v.files[name] = file
		}
		files = append(files, file)
	}
	return files
}

// dropBodies forgets the bodies of functions, which nobody looks at.
func dropBodies(file *ast.File) {
	for _, declaration := range file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Body != nil {
			f.Body.List = nil
		}
	}
}

// Errors returns the type errors of all packages that were checked.
func (v *View) Errors() []types.Error {
	var all []types.Error
	for _, checked := range []map[string]*source{v.sources, v.checked} {
		for _, s := range checked {
			all = append(all, s.errors...)
		}
	}
	return all
}

// Siblings is what the files next to the output declare.
type Siblings struct {
	Scope *types.Scope
	// Files has the file of each declared name. It may be output that another
	// spec is about to replace.
	Files   map[string]string
	Imports []string // the names that the files give to what they import
}

// Siblings returns what the files of a package declare next to the output, or
// nil if there are none.
func (v *View) Siblings(pkg *Package) *Siblings {
	if pkg != nil && v.part != nil {
		return v.partSiblings(pkg)
	}
	if pkg == nil || len(v.parse(pkg.listed)) == 0 {
		return nil
	}
	scope := v.check(pkg.listed).types.Scope()
	s := &Siblings{Scope: scope, Files: map[string]string{}}
	for _, name := range scope.Names() {
		s.Files[name] = v.fset.Position(scope.Lookup(name).Pos()).Filename
	}
	for i := range scope.NumChildren() {
		s.Imports = append(s.Imports, scope.Child(i).Names()...)
	}
	return s
}

// partSiblings is Siblings where the scope has no more than what the spec names.
func (v *View) partSiblings(pkg *Package) *Siblings {
	files, imports := v.part.Declared()
	if files == nil {
		return nil
	}
	return &Siblings{Scope: v.part.Types(pkg.Path).Scope(), Files: files, Imports: imports}
}

// ImportsC reports whether the file at a position imports "C". The types of C are
// not known here.
func (p *Program) ImportsC(pos token.Pos) bool {
	file := p.files[p.fset.Position(pos).Filename]
	return file != nil && slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` })
}
