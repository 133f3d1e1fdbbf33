package generator

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/retrygen/retrygen/generator/internal/locate"
)

// listMode is what the go command is asked for: files and export data. Types
// are checked here, so that our own output can be left out of its package.
const listMode = packages.NeedName | packages.NeedFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedModule | compiledMode

// compiledMode is what only the compiler and cgo can tell.
const compiledMode = packages.NeedCompiledGoFiles | packages.NeedExportFile

// loaded is what one call of the go command said about all specs.
type loaded struct {
	fset  *token.FileSet
	paths map[string]*packages.Package // by import path
	tests map[string]*packages.Package // with its test files, by import path
	dirs  map[string]string            // directory to import path
	files map[string]*ast.File         // parsed sources by name
	// fixed are the packages that were checked from source and that no spec can
	// change, by ID, and unchanging whether they are such.
	fixed      map[string]*source
	unchanging map[string]bool
	// exported imports packages by their export data, for all specs.
	exported types.Importer
	// outputs are the places of all specs, and claims the package-level names
	// that those resolved so far take, by import path of the output and spec.
	outputs []place
	claims  map[string]map[string]scope
	isOurs  map[string]bool // whether a file is output of one of the specs
	// imports are the names of the packages that the files of a directory import.
	imports map[string]map[string]string
}

// newLoaded returns what is known before anything is loaded.
func newLoaded(outputs []place) *loaded {
	return &loaded{
		fset:  token.NewFileSet(),
		paths: map[string]*packages.Package{},
		tests: map[string]*packages.Package{},
		dirs:  map[string]string{},
		files: map[string]*ast.File{},
		fixed: map[string]*source{},

		unchanging: map[string]bool{},
		outputs:    outputs,
		claims:     map[string]map[string]scope{},
		isOurs:     map[string]bool{},
		imports:    map[string]map[string]string{},
	}
}

// importNames returns the packages that the Go files in dir import, by name.
func (l *loaded) importNames(dir string) map[string]string {
	if l.imports[dir] == nil {
		l.imports[dir] = importNames(dir)
	}
	return l.imports[dir]
}

// list lists the packages that the specs at places name, and all that they
// import, in one call of the go command for each module.
func (l *loaded) list(ctx context.Context, places []place) error {
	mode := listMode
	if len(places) > 0 && locate.IsBuildCacheCold() {
		mode &^= compiledMode // it would compile all that the packages import
	}
	for _, group := range groupByModule(places) {
		config := &packages.Config{Context: ctx, Mode: mode, Dir: group.root, Tests: group.tests, Fset: l.fset}
		roots, err := packages.Load(config, group.patterns...)
		if err != nil {
			return fmt.Errorf("list the packages in %s: %w", group.root, err)
		}
		packages.Visit(roots, nil, l.add)
	}
	return nil
}

// isOutput reports whether a file is output of one of the specs.
func (l *loaded) isOutput(name string) bool {
	known, ok := l.isOurs[name]
	if !ok {
		known = slices.ContainsFunc(l.outputs, func(p place) bool { return p.isOutput(name) })
		l.isOurs[name] = known
	}
	return known
}

// claim records the package-level names that a spec takes in the output package
// at path.
func (l *loaded) claim(path, spec string, names scope) {
	if l.claims[path] == nil {
		l.claims[path] = map[string]scope{}
	}
	l.claims[path][spec] = names
}

// claimed returns the package-level names that other specs take in the output
// package at path.
func (l *loaded) claimed(path, spec string) scope {
	names := scope{}
	for other, claimed := range l.claims[path] {
		if other != spec {
			maps.Copy(names, claimed)
		}
	}
	return names
}

// rival returns a spec that comes before the one at p by name and has the same
// output, or one that is the same file where case does not count.
func (l *loaded) rival(p place) (place, bool) {
	for _, other := range l.outputs {
		if other.spec.Name < p.spec.Name && strings.EqualFold(other.outDir, p.outDir) && strings.EqualFold(other.outFile, p.outFile) {
			return other, true
		}
	}
	return place{}, false
}

// add records a listed package.
func (l *loaded) add(pkg *packages.Package) {
	if pkg.PkgPath == "" || isTestMain(pkg) {
		return
	}
	if pkg.ID != pkg.PkgPath { // "p [p.test]": a variant for tests
		if strings.HasPrefix(pkg.ID, pkg.PkgPath+" [") {
			l.tests[pkg.PkgPath] = pkg
		}
		return
	}
	l.paths[pkg.PkgPath] = pkg
	if len(pkg.GoFiles) > 0 {
		l.dirs[filepath.Dir(pkg.GoFiles[0])] = pkg.PkgPath
	}
}

// isTestMain reports whether a package is the program that the go command
// makes of the tests of another. A path that ends in ".test" is no sign of it.
func isTestMain(pkg *packages.Package) bool {
	return len(pkg.GoFiles) == 1 && filepath.Base(pkg.GoFiles[0]) == "_testmain.go"
}
