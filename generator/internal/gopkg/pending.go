package gopkg

import (
	"go/ast"
	"go/parser"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// pending returns files that declare the types which specs generate next to the
// given files and which these do not declare: the user's code may name a client
// before it is generated, or while it is generated again.
func (v *View) pending(listed *packages.Package, files []*ast.File) []*ast.File {
	if len(files) == 0 {
		return nil
	}
	declared := declaredTypes(files)
	dir := filepath.Dir(listed.GoFiles[0])
	var pending []*ast.File
	for _, t := range v.targets {
		if t.IsPackage() || t.OutDir != dir || !v.target.isCompatible(t) {
			continue
		}
		var code strings.Builder
		code.WriteString("package " + files[0].Name.Name + "\n")
		for _, name := range t.Types {
			if !declared[name] {
				code.WriteString("type " + name + " struct{}\n")
			}
		}
		file, err := parser.ParseFile(v.fset, filepath.Join(dir, t.OutFile), code.String(), 0)
		if err == nil && len(file.Decls) > 0 {
			pending = append(pending, file)
		}
	}
	return pending
}

// declaredTypes returns the names of the types that files declare.
func declaredTypes(files []*ast.File) map[string]bool {
	names := map[string]bool{}
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
