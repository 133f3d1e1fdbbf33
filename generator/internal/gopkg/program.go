package gopkg

import (
	"context"
	"go/ast"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/retrygen/retrygen/generator/internal/partial"
)

// Program is the packages that the specs of one run need for one build, as the
// go command lists them.
type Program struct {
	build   build
	fset    *token.FileSet
	targets []*Target           // of all builds
	paths   map[string]*Package // by import path
	tests   map[string]*Package // with its test files, by import path
	dirs    map[string]string   // directory to import path
	imports map[string]map[string]string

	files    map[string]*ast.File      // parsed sources by name
	checked  map[string]*source        // packages that look the same in each view, by ID
	affected map[string]bool           // whether a package looks different in a view, by ID
	notes    map[string]map[int]string // deprecations by file and line
	parts    map[*Target]*partial.Program
}

// Package is a package that the go command has found.
type Package struct {
	Path, Name string

	listed *packages.Package
}

// load lists the packages that the targets of the program need.
func (p *Program) load(ctx context.Context, targets []*Target) error {
	var rest []*Target
	for _, g := range groupByModule(targets) {
		rest = append(rest, p.loadParts(ctx, g)...)
	}
	return p.loadWhole(ctx, rest)
}

// loadParts loads no more than what targets of a module name, and returns the
// targets for which that does not suffice.
func (p *Program) loadParts(ctx context.Context, g *group) []*Target {
	pending := map[string][]string{}
	for _, t := range p.targets {
		if !t.IsPackage() && g.targets[0].isCompatible(t) {
			pending[t.OutDir] = append(pending[t.OutDir], t.Types...)
		}
	}
	var rest, small []*Target
	var queries []partial.Query
	for _, t := range g.targets {
		if t.NeedsWhole || t.IsTest() {
			rest = append(rest, t)
			continue
		}
		small = append(small, t)
		queries = append(queries, partial.Query{Dir: t.Dir, OutDir: t.OutDir, Packages: t.patterns(), Names: t.Names, Hidden: t.IsOutput})
	}
	if len(queries) == 0 {
		return rest
	}
	for i, part := range partial.Load(ctx, p.fset, p.goList(g.root), pending, queries) {
		if part == nil {
			rest = append(rest, small[i])
			continue
		}
		p.parts[small[i]] = part
		p.findImportPath(ctx, small[i], part.PathOf)
	}
	return rest
}

// loadWhole loads all that targets need, and all that this imports.
func (p *Program) loadWhole(ctx context.Context, targets []*Target) error {
	for _, g := range groupByModule(targets) {
		roots, err := g.list(ctx, p.build, p.fset)
		if err != nil {
			return err
		}
		packages.Visit(roots, nil, p.add)
		for _, t := range g.targets {
			delete(p.parts, t)
			p.findImportPath(ctx, t, p.PathOf)
		}
	}
	return nil
}

// findImportPath finds the import path of the output of a target.
func (p *Program) findImportPath(ctx context.Context, t *Target, pathOf func(dir string) string) {
	if p.dirs[t.OutDir] == "" {
		p.dirs[t.OutDir] = pathOf(t.OutDir)
	}
	if p.dirs[t.OutDir] == "" {
		p.dirs[t.OutDir] = newImportPath(ctx, t.OutDir)
	}
}

// add records a listed package.
func (p *Program) add(listed *packages.Package) {
	pkg := &Package{Path: listed.PkgPath, Name: listed.Name, listed: listed}
	switch {
	case listed.PkgPath == "" || isTestMain(listed):
	case strings.HasPrefix(listed.ID, listed.PkgPath+" ["): // "p [p.test]", with its tests
		p.tests[listed.PkgPath] = pkg
	case listed.ID != listed.PkgPath:
	default:
		p.paths[listed.PkgPath] = pkg
		if len(listed.GoFiles) > 0 {
			p.dirs[filepath.Dir(listed.GoFiles[0])] = listed.PkgPath
		}
	}
}

// isTestMain reports whether a package is the program that the go command makes
// of the tests of another. A path that ends in ".test" is no sign of it.
func isTestMain(pkg *packages.Package) bool {
	return len(pkg.GoFiles) == 1 && filepath.Base(pkg.GoFiles[0]) == "_testmain.go"
}

// isFound reports whether the go command has found the files of a package.
func isFound(listed *packages.Package) bool {
	return listed != nil && (len(listed.GoFiles) > 0 || listed.PkgPath == "unsafe")
}

// Package returns the package with an import path, or nil if it is not found.
func (p *Program) Package(path string) *Package {
	if pkg := p.paths[path]; pkg != nil && isFound(pkg.listed) {
		return pkg
	}
	return nil
}

// Trouble returns what the go command says about a package that it has not
// found, or "".
func (p *Program) Trouble(path string) string {
	pkg := p.paths[path]
	if pkg == nil || len(pkg.listed.Errors) == 0 {
		return ""
	}
	return strings.Join(strings.Fields(pkg.listed.Errors[0].Msg), " ")
}

// WithTests returns a package together with its test files, or nil if there is
// none. The path of the tests that are outside of the package ends in "_test".
func (p *Program) WithTests(path string) *Package { return p.tests[path] }

// Paths returns the import paths of all packages that are found, sorted.
func (p *Program) Paths() []string {
	all := slices.Sorted(maps.Keys(p.paths))
	return slices.DeleteFunc(all, func(path string) bool { return p.Package(path) == nil })
}

// Dir returns the directory of a package, or "".
func (pkg *Package) Dir() string {
	if pkg.listed == nil || len(pkg.listed.GoFiles) == 0 {
		return ""
	}
	return filepath.Dir(pkg.listed.GoFiles[0])
}

// PathOf returns the import path of a directory of a target, or of a listed
// package; "" for others.
func (p *Program) PathOf(dir string) string { return p.dirs[dir] }

// ImportNames returns [ImportNames] of a directory, which it reads once.
func (p *Program) ImportNames(dir string) map[string]string {
	if p.imports[dir] == nil {
		p.imports[dir] = ImportNames(dir)
	}
	return p.imports[dir]
}

// IsOutput reports whether a file is output of one of the targets.
func (p *Program) IsOutput(name string) bool {
	return slices.ContainsFunc(p.targets, func(t *Target) bool { return t.IsOutput(name) })
}

// Position returns the position of a declaration, in the file of the user.
func (p *Program) Position(pos token.Pos) token.Position { return p.fset.Position(pos) }

// InModule reports whether a declaration is in the module of the directory dir.
func (p *Program) InModule(dir string, pos token.Pos) bool {
	below, err := filepath.Rel(moduleRoot(dir), p.fset.Position(pos).Filename)
	return err == nil && filepath.IsLocal(below)
}

// PositionFrom returns a position with its path relative to the directory dir,
// if the file is in the same module.
func (p *Program) PositionFrom(dir string, pos token.Pos) string {
	position := p.fset.Position(pos)
	if !p.InModule(dir, pos) {
		return position.String()
	}
	if short, err := filepath.Rel(dir, position.Filename); err == nil {
		position.Filename = filepath.ToSlash(short)
	}
	return position.String()
}

// ErrorPackages returns the import paths of the packages whose errors the types
// of a package most likely return: the package itself, what it imports, and the
// packages of its module that it depends on.
func (p *Program) ErrorPackages(path string) []string {
	root := p.Package(path)
	if root == nil || root.listed == nil {
		return nil
	}
	found := map[string]bool{path: true}
	var visit func(pkg *packages.Package, isRoot bool)
	visit = func(pkg *packages.Package, isRoot bool) {
		for _, imported := range pkg.Imports {
			if found[imported.PkgPath] || !isRoot && !inSameModule(imported, root.listed) {
				continue
			}
			found[imported.PkgPath] = true
			if inSameModule(imported, root.listed) {
				visit(imported, false)
			}
		}
	}
	visit(root.listed, true)
	return slices.Sorted(maps.Keys(found))
}

// inSameModule reports whether two packages are in one module. Packages of the
// standard library are in none.
func inSameModule(a, b *packages.Package) bool {
	return a.Module != nil && b.Module != nil && a.Module.Path == b.Module.Path
}

// IsOwn reports whether a package is in the module of the user.
func (p *Program) IsOwn(path string) bool {
	pkg := p.Package(path)
	return pkg != nil && pkg.listed != nil && pkg.listed.Module != nil && pkg.listed.Module.Main
}
