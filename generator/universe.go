package generator

import (
	"bufio"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

// universe is the packages as the go command lists them, with the types of the
// compiler's export data, or of all of their source.
type universe struct {
	load    *loaded
	place   place
	sources map[string]*source // packages checked here, by ID
}

// source is a package that was checked from its source files.
type source struct {
	types  *types.Package
	errors []types.Error
}

// newUniverse returns the packages as the spec at place sees them.
func newUniverse(load *loaded, place place) *universe {
	return &universe{load: load, place: place, sources: map[string]*source{}}
}

// packageTypes returns the types of a listed package: from export data, or
// from source where there is none or where our own output would be in it.
func (u *universe) packageTypes(listed *packages.Package) (*types.Package, error) {
	if listed.PkgPath == "unsafe" {
		return types.Unsafe, nil
	}
	isVariant := listed.ID != listed.PkgPath
	if !isVariant && listed.ExportFile != "" && !u.hasOutput(listed) {
		return u.load.export().Import(listed.PkgPath)
	}
	return u.check(listed).types, nil
}

// check type-checks a package from source. Function bodies are not looked at,
// and errors are kept: they matter only where they touch a type that is asked for.
func (u *universe) check(listed *packages.Package) *source {
	known := u.sources
	if u.load.isUnchanging(listed) {
		known = u.load.fixed
	}
	if done := known[listed.ID]; done != nil {
		return done
	}
	result := &source{types: types.NewPackage(listed.PkgPath, listed.Name)}
	known[listed.ID] = result
	config := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Importer:         sourceImporter{universe: u, importing: listed},
		Error: func(err error) {
			if e, ok := errors.AsType[types.Error](err); ok {
				result.errors = append(result.errors, e)
			}
		},
	}
	checker := types.NewChecker(&config, u.load.fset, result.types, nil)
	files := u.parse(listed)
	_ = checker.Files(append(files, u.stubs(listed, files)...)) // the errors went to config.Error
	return result
}

// sourceImporter imports for one package that is checked from source.
type sourceImporter struct {
	universe  *universe
	importing *packages.Package
}

// Import returns the types of the package that importing names by path.
func (i sourceImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	listed := i.importing.Imports[path]
	if listed == nil {
		listed = i.universe.load.paths[path]
	}
	if !isFound(listed) {
		return nil, fmt.Errorf("package %s is not found", path)
	}
	return i.universe.packageTypes(listed)
}

// parse returns the syntax of a package without the output of the spec.
func (u *universe) parse(listed *packages.Package) []*ast.File {
	var files []*ast.File
	for _, name := range listed.GoFiles {
		if u.place.isOutput(name) {
			continue
		}
		file := u.load.files[name]
		if file == nil {
			file, _ = parser.ParseFile(u.load.fset, name, nil, parser.SkipObjectResolution)
			if file == nil {
				continue
			}
			dropBodies(file)
			u.load.files[name] = file
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

// beside returns what a package declares beside the output; nil if it is empty.
func (u *universe) beside(listed *packages.Package) *neighbours {
	if listed == nil || len(u.parse(listed)) == 0 {
		return nil
	}
	all := u.check(listed).types.Scope()
	n := &neighbours{scope: all, files: map[string]string{}}
	for _, name := range all.Names() {
		n.files[name] = u.load.fset.Position(all.Lookup(name).Pos()).Filename
	}
	for i := range all.NumChildren() {
		n.imports = append(n.imports, all.Child(i).Names()...)
	}
	return n
}

// errors returns the type errors of all packages that were checked.
func (u *universe) errors() []types.Error {
	var all []types.Error
	for _, checked := range []map[string]*source{u.sources, u.load.fixed} {
		for _, s := range checked {
			all = append(all, s.errors...)
		}
	}
	return all
}

// hasOutput reports whether a file of the package is output of the spec.
func (u *universe) hasOutput(listed *packages.Package) bool {
	for _, name := range listed.GoFiles {
		if u.place.isOutput(name) {
			return true
		}
	}
	return false
}

// generatedFrom returns the spec that the header of a generated file names, or
// "" if the file is not ours.
func generatedFrom(name string) string {
	file, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	line, err := bufio.NewReader(io.LimitReader(file, 1024)).ReadString('\n')
	if err != nil {
		return ""
	}
	from, ours := strings.CutPrefix(strings.TrimSpace(line), Marker)
	if !ours {
		return ""
	}
	return strings.TrimSuffix(from, ". DO NOT EDIT.")
}
