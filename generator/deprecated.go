package generator

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// deprecations finds the notes by which the source of wrapped methods says that
// they are deprecated, so that the methods of clients can say it as well. The
// compiler's export data has no comments.
type deprecations struct {
	load  *loaded
	notes map[string]map[int]string // by file, then line of the method's name
}

// note returns why a method is deprecated, or "" if it is not, or its source is
// not found.
func (d *deprecations) note(f *types.Func) string {
	at := d.load.fset.Position(f.Pos())
	file := d.load.sourceFile(f.Pkg(), filepath.Base(at.Filename))
	notes, known := d.notes[file]
	if !known {
		notes = deprecatedIn(file)
		d.notes[file] = notes
	}
	return notes[at.Line]
}

// sourceFile returns the path of the file with the given name in a package, or "".
func (l *loaded) sourceFile(pkg *types.Package, name string) string {
	if pkg == nil {
		return ""
	}
	for _, listed := range []*packages.Package{l.paths[pkg.Path()], l.tests[pkg.Path()]} {
		if listed == nil {
			continue
		}
		for _, file := range listed.GoFiles {
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
			return plain(paragraph)
		}
	}
	return ""
}
