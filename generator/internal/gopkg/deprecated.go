package gopkg

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

// Deprecation returns the paragraph by which the source of a method says that it
// is deprecated, or "" if it does not, or the source is not found. The
// compiler's export data has no comments.
func (p *Program) Deprecation(f *types.Func) string {
	at := p.fset.Position(f.Pos())
	file := p.sourceFile(f.Pkg(), filepath.Base(at.Filename))
	notes, known := p.notes[file]
	if !known {
		notes = deprecatedIn(file)
		p.notes[file] = notes
	}
	return notes[at.Line]
}

// sourceFile returns the path of the file with the given name in a package, or "".
func (p *Program) sourceFile(pkg *types.Package, name string) string {
	if pkg == nil {
		return ""
	}
	for _, found := range []*Package{p.paths[pkg.Path()], p.tests[pkg.Path()]} {
		if found == nil {
			continue
		}
		for _, file := range found.listed.GoFiles {
			if filepath.Base(file) == name {
				return file
			}
		}
	}
	return ""
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
