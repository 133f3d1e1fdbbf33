package sketch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Check returns the types of a package: those that are wanted.
func (s *Sketch) Check(d *Directory) (*types.Package, error) {
	p := s.partial(d)
	if p.checked != nil {
		return p.checked, nil
	}
	files, err := s.syntax(p)
	if err != nil {
		return nil, err
	}
	var first error
	config := types.Config{
		IgnoreFuncBodies: true,
		Importer:         importer{sketch: s, importing: p},
		Error: func(err error) {
			if first == nil {
				first = err
			}
		},
	}
	p.checked = types.NewPackage(d.Path, p.name)
	_ = types.NewChecker(&config, s.store.Fset, p.checked, nil).Files(files) // the errors went to config.Error
	if first != nil {
		return nil, uncertain("%v", first)
	}
	return p.checked, nil
}

// syntax returns the wanted part of a package as files.
func (s *Sketch) syntax(p *partial) ([]*ast.File, error) {
	name, err := p.PackageName(s.hidden)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, f := range p.order {
		files = append(files, p.files[f].syntax(name))
	}
	if text := p.nameless(); text != "" {
		stub, err := parser.ParseFile(s.store.Fset, p.dir, "package "+name+"\n"+text, parser.SkipObjectResolution)
		if err != nil {
			return nil, uncertain("%v", err)
		}
		files = append(files, stub)
	}
	return files, nil
}

// nameless returns the declarations of the types of which only the name is
// wanted.
func (p *partial) nameless() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.levels)) {
		if p.levels[name] == Name {
			text.WriteString("type " + name + " struct{}\n")
		}
	}
	return text.String()
}

// syntax returns the wanted part of a file.
func (p *part) syntax(name string) *ast.File {
	file := &ast.File{Name: ast.NewIdent(name), Package: p.decls[0].Pos(), FileStart: p.decls[0].Pos(), FileEnd: p.decls[0].End()}
	for _, local := range p.names {
		spec := &ast.ImportSpec{
			Name: ast.NewIdent(local),
			Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(p.imports[local]), ValuePos: p.decls[0].Pos()},
		}
		file.Decls = append(file.Decls, &ast.GenDecl{Tok: token.IMPORT, Specs: []ast.Spec{spec}})
		file.Imports = append(file.Imports, spec)
	}
	file.Decls = append(file.Decls, p.decls...)
	return file
}

// importer imports the wanted parts of other packages.
type importer struct {
	sketch    *Sketch
	importing *partial
}

// Import returns the wanted part of the package that importing names by path.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	d, err := i.sketch.store.Imported(i.importing.Path, path)
	if err != nil {
		return nil, err
	}
	return i.sketch.Check(d)
}
