package generator

import (
	"go/ast"
	"go/parser"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// stubs returns files that declare the clients which specs generate beside the
// given files and which these do not declare: the user's own code may name a
// client before it is generated, or while it is generated anew.
func (u *universe) stubs(listed *packages.Package, files []*ast.File) []*ast.File {
	if len(files) == 0 {
		return nil
	}
	declared := declaredTypes(files)
	dir := filepath.Dir(listed.GoFiles[0])
	var stubs []*ast.File
	for _, p := range u.load.outputs {
		if p.isPackage() || p.outDir != dir {
			continue
		}
		var code strings.Builder
		code.WriteString("package " + files[0].Name.Name + "\n")
		for _, c := range p.spec.Clients {
			if !declared[c.Name] {
				code.WriteString("type " + c.Name + " struct{}\n")
			}
		}
		stub, err := parser.ParseFile(u.load.fset, filepath.Join(dir, p.outFile), code.String(), 0)
		if err == nil && len(stub.Decls) > 0 {
			stubs = append(stubs, stub)
		}
	}
	return stubs
}

// declaredTypes returns the names of the types that files declare.
func declaredTypes(files []*ast.File) scope {
	names := scope{}
	for _, file := range files {
		for _, declaration := range file.Decls {
			group, ok := declaration.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range group.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					names[t.Name.Name] = true
				}
			}
		}
	}
	return names
}
