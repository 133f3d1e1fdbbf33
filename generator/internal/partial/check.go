package partial

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"

	"github.com/retrygen/retrygen/generator/internal/importpath"
)

// check type-checks all that is wanted. Any error is a doubt.
func (p *Program) check() {
	p.findSiblings()
	for _, path := range slices.Sorted(maps.Keys(p.parts)) {
		p.Types(path)
	}
}

// Types returns the wanted declarations of a package.
func (p *Program) Types(path string) *types.Package {
	in := p.part(path)
	if in.types != nil {
		return in.types
	}
	in.types = types.NewPackage(path, importpath.GuessName(path))
	if pkg := p.packages[path]; pkg != nil {
		in.types = types.NewPackage(path, pkg.Name)
	}
	config := types.Config{
		IgnoreFuncBodies: true,
		Importer:         importer{p},
		Error:            func(err error) { panic(doubt{err}) },
	}
	_ = types.NewChecker(&config, p.fset, in.types, nil).Files(p.syntax(in)) // config.Error has any error
	return in.types
}

// syntax returns the wanted part of a package as files.
func (p *Program) syntax(in *part) []*ast.File {
	var files []*ast.File
	for _, f := range in.files {
		p.checkImports(f)
		files = append(files, f.syntax(in.types.Name()))
	}
	var names []ast.Decl
	for _, declared := range slices.Sorted(maps.Keys(in.levels)) {
		if in.levels[declared] == name {
			empty := &ast.TypeSpec{Name: ast.NewIdent(declared), Type: &ast.StructType{Fields: &ast.FieldList{}}}
			names = append(names, &ast.GenDecl{Tok: token.TYPE, Specs: []ast.Spec{empty}})
		}
	}
	if len(names) > 0 {
		files = append(files, &ast.File{Name: ast.NewIdent(in.types.Name()), Decls: names})
	}
	return files
}

// checkImports checks the names of the packages that a file imports without a
// name, once they are known.
func (p *Program) checkImports(f *filePart) {
	for local, path := range f.uses {
		_, isNamed := f.imports[local]
		if pkg := p.packages[path]; pkg != nil && !isNamed && pkg.Name != local {
			doubtf("package %s is called %s", path, pkg.Name)
		}
	}
}

// syntax returns the wanted part of a file.
func (f *filePart) syntax(pkg string) *ast.File {
	first := f.decls[0]
	file := &ast.File{Name: ast.NewIdent(pkg), Package: first.Pos(), FileStart: first.Pos(), FileEnd: first.End()}
	for _, local := range slices.Sorted(maps.Keys(f.uses)) {
		spec := &ast.ImportSpec{
			Name: ast.NewIdent(local),
			Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(f.uses[local]), ValuePos: first.Pos()},
		}
		file.Decls = append(file.Decls, &ast.GenDecl{Tok: token.IMPORT, Specs: []ast.Spec{spec}})
		file.Imports = append(file.Imports, spec)
	}
	file.Decls = append(file.Decls, f.decls...)
	return file
}

// importer imports the wanted parts of other packages.
type importer struct{ program *Program }

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return i.program.Types(path), nil
}
