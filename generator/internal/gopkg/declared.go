package gopkg

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// Declarations is what the Go files in a directory declare, by their syntax.
type Declarations struct {
	Package string   // empty if there is no file
	Names   []string // at package level
	Imports []string // names that files give to what they import
}

// Declared returns what the files in a directory declare, other than tests and
// those that skip names.
func Declared(dir string, skip func(name string) bool) Declarations {
	var d Declarations
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || skip(name) {
			continue
		}
		if file, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution); file != nil {
			d.add(file)
		}
	}
	return d
}

// add adds the declarations of a file.
func (d *Declarations) add(file *ast.File) {
	d.Package = file.Name.Name
	for _, s := range file.Imports {
		if s.Name != nil {
			d.Imports = append(d.Imports, s.Name.Name)
		}
	}
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			if declaration.Recv == nil {
				d.Names = append(d.Names, declaration.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range declaration.Specs {
				d.addSpec(s)
			}
		}
	}
}

// addSpec adds the names that a declaration of types, variables or constants has.
func (d *Declarations) addSpec(s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		d.Names = append(d.Names, s.Name.Name)
	case *ast.ValueSpec:
		for _, name := range s.Names {
			d.Names = append(d.Names, name.Name)
		}
	}
}
