package gopkg

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
)

// Deprecation returns the paragraph by which the source of a method says that it
// is deprecated, or "" if it does not. Comments are parsed only where a file has such a
// paragraph.
func (p *Program) Deprecation(f *types.Func) string {
	at := p.fset.Position(f.Pos())
	notes, known := p.notes[at.Filename]
	if !known {
		notes = deprecatedIn(at.Filename)
		p.notes[at.Filename] = notes
	}
	return notes[at.Line]
}

// deprecatedIn returns the notes of the methods in a file by line.
func deprecatedIn(name string) map[int]string {
	source, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(source, []byte("Deprecated: ")) {
		return nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	notes := map[int]string{}
	add := func(name *ast.Ident, doc *ast.CommentGroup) {
		if note := deprecation(doc); note != "" {
			notes[fset.Position(name.Pos()).Line] = note
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Name, n.Doc)
		case *ast.Field:
			for _, name := range n.Names {
				add(name, n.Doc)
			}
		}
		return true
	})
	return notes
}

// deprecation returns the paragraph of a comment that says why something is
// deprecated, or "".
func deprecation(doc *ast.CommentGroup) string {
	for paragraph := range strings.SplitSeq(doc.Text(), "\n\n") {
		if strings.HasPrefix(paragraph, "Deprecated: ") {
			return paragraph
		}
	}
	return ""
}
