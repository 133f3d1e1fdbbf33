package buildtag

import (
	"go/ast"
	"go/build/constraint"
	"path/filepath"
	"slices"
	"strings"
)

// OfFile returns the constraint of a Go file: of its name, and of its line
// //go:build. The syntax needs the comments before the package clause.
func OfFile(name string, syntax *ast.File) Expr {
	e := ofName(filepath.Base(name))
	for _, group := range syntax.Comments {
		if group.Pos() > syntax.Package {
			break
		}
		for _, comment := range group.List {
			if !constraint.IsGoBuild(comment.Text) {
				continue
			}
			if line, err := constraint.Parse(comment.Text); err == nil {
				e = And(e, line)
			}
		}
	}
	return e
}

// ofName returns the constraint that the name of a file is: x_linux.go,
// x_amd64.go and x_linux_amd64.go have one.
func ofName(base string) Expr {
	words := strings.Split(strings.TrimSuffix(strings.TrimSuffix(base, ".go"), "_test"), "_")
	words = words[1:]
	last := len(words) - 1
	switch {
	case last >= 1 && slices.Contains(systems, words[last-1]) && slices.Contains(architectures, words[last]):
		return And(tag(words[last-1]), tag(words[last]))
	case last >= 0 && (slices.Contains(systems, words[last]) || slices.Contains(architectures, words[last])):
		return tag(words[last])
	default:
		return nil
	}
}

func tag(name string) Expr { return &constraint.TagExpr{Tag: name} }

// Any returns the constraint that is met by the builds that meet one of all.
func Any(all []Expr) Expr {
	var either Expr
	for _, e := range all {
		switch {
		case e == nil:
			return nil
		case either == nil:
			either = e
		default:
			either = &constraint.OrExpr{X: either, Y: e}
		}
	}
	return either
}
