package sketch

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
)

// parse returns the syntax of a declaration alone. A function has no body, and
// a variable with a type has no value.
func (s *Store) parse(d *declaration) (ast.Decl, error) {
	file := s.fragments[d.Decl]
	if file == nil {
		var err error
		if file, err = parser.ParseFile(s.Fset, d.file.name, d.text(), parser.SkipObjectResolution); err != nil {
			return nil, uncertain("%s: %v", d.file.name, err)
		}
		if len(file.Decls) != 1 {
			return nil, uncertain("%s: %s is not one declaration", d.file.name, d.Names)
		}
		s.fragments[d.Decl] = file
		dropValues(file.Decls[0])
	}
	return file.Decls[0], nil
}

// text returns a file that has nothing but the declaration, at its position.
func (d *declaration) text() string {
	start := d.Start
	text := d.file.content[d.Start:d.End]
	end := ""
	if d.Kind == token.FUNC && d.Body < d.End {
		text, end = d.file.content[d.Start:d.Body], "{}"
	}
	keyword := ""
	if d.Grouped {
		keyword = d.Kind.String() + " "
	}
	before := d.file.content[:start]
	line := bytes.Count(before, []byte("\n")) + 1
	column := start - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("package p\n%s/*line %s:%d:%d*/%s%s\n", keyword, d.file.name, line, column, text, end)
}

// dropValues removes the values of variables whose type is written down.
func dropValues(decl ast.Decl) {
	group, ok := decl.(*ast.GenDecl)
	if !ok || group.Tok != token.VAR {
		return
	}
	for _, spec := range group.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok && v.Type != nil {
			v.Values = nil
		}
	}
}
