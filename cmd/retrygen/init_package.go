package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// starterPackage is the Go package in the directory of a first spec.
type starterPackage struct {
	name       string // empty if there is none
	interfaces []declaredInterface
	// generates is set if a file has a go:generate line for retrygen.
	generates bool
}

// declaredInterface is an exported interface with methods.
type declaredInterface struct {
	name    string
	methods []declaredMethod
}

// declaredMethod is a method of an interface.
type declaredMethod struct {
	name    string
	canFail bool // it returns an error last
}

// readPackage reads what the files in dir declare. Files with errors count as
// far as they can be read.
func readPackage(dir string) (starterPackage, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return starterPackage{}, fmt.Errorf("look for a package in %s: %w", dir, err)
	}
	var pkg starterPackage
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return pkg, fmt.Errorf("read the package in %s: %w", dir, err)
		}
		pkg.generates = pkg.generates || bytes.Contains(text, []byte("\n//go:generate go tool retrygen"))
		if syntax, _ := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution); syntax != nil {
			pkg.name = cmp.Or(pkg.name, syntax.Name.Name)
			pkg.interfaces = append(pkg.interfaces, interfacesIn(syntax)...)
		}
	}
	slices.SortFunc(pkg.interfaces, func(a, b declaredInterface) int { return strings.Compare(a.name, b.name) })
	return pkg, nil
}

// interfacesIn returns the exported interfaces with methods that a file declares.
func interfacesIn(file *ast.File) []declaredInterface {
	var found []declaredInterface
	for _, declaration := range file.Decls {
		group, ok := declaration.(*ast.GenDecl)
		if !ok || group.Tok != token.TYPE {
			continue
		}
		for _, spec := range group.Specs {
			t := spec.(*ast.TypeSpec)
			if it, ok := t.Type.(*ast.InterfaceType); ok && t.Name.IsExported() && t.TypeParams == nil {
				if methods := methodsIn(it); len(methods) > 0 {
					found = append(found, declaredInterface{t.Name.Name, methods})
				}
			}
		}
	}
	return found
}

func methodsIn(it *ast.InterfaceType) []declaredMethod {
	var methods []declaredMethod
	for _, field := range it.Methods.List {
		f, ok := field.Type.(*ast.FuncType)
		if !ok || len(field.Names) == 0 {
			continue // an embedded type
		}
		methods = append(methods, declaredMethod{field.Names[0].Name, returnsError(f)})
	}
	return methods
}

func returnsError(f *ast.FuncType) bool {
	if f.Results == nil || len(f.Results.List) == 0 {
		return false
	}
	last, ok := f.Results.List[len(f.Results.List)-1].Type.(*ast.Ident)
	return ok && last.Name == "error"
}
