package gopkg

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/buildtag"
)

// Constrained is a file that declares a name under a build constraint.
type Constrained struct {
	Name  string // absolute
	Build buildtag.Expr
}

// ConstraintOf returns the builds that have a package-level declaration, in any
// of the files of its package; nil is all.
func (p *Program) ConstraintOf(object types.Object) buildtag.Expr {
	name := p.fset.PositionFor(object.Pos(), false).Filename
	if constraintOf(name) == nil {
		return nil
	}
	var all []buildtag.Expr
	for _, file := range p.Declaring(filepath.Dir(name), object.Name()) {
		all = append(all, file.Build)
	}
	return buildtag.Any(all)
}

// Declaring returns the files in a directory that declare a name, whether or not
// they are built. It leaves out tests and the output of the targets.
func (p *Program) Declaring(dir, name string) []Constrained {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go")) // nothing is wrong with the pattern
	var found []Constrained
	for _, file := range names {
		if strings.HasSuffix(file, "_test.go") || p.IsOutput(file) {
			continue
		}
		syntax, _ := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if syntax != nil && declares(syntax, name) {
			found = append(found, Constrained{file, buildtag.OfFile(file, syntax)})
		}
	}
	return found
}

// constraintOf returns the constraint of a file, or nil if it cannot be read.
func constraintOf(name string) buildtag.Expr {
	syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return nil
	}
	return buildtag.OfFile(name, syntax)
}

// declares reports whether a file declares a name at package level.
func declares(syntax *ast.File, name string) bool {
	return slices.ContainsFunc(syntax.Decls, func(d ast.Decl) bool {
		switch d := d.(type) {
		case *ast.FuncDecl:
			return d.Recv == nil && d.Name.Name == name
		case *ast.GenDecl:
			return slices.ContainsFunc(d.Specs, func(s ast.Spec) bool { return specifies(s, name) })
		default:
			return false
		}
	})
}

func specifies(spec ast.Spec, name string) bool {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return spec.Name.Name == name
	case *ast.ValueSpec:
		return slices.ContainsFunc(spec.Names, func(i *ast.Ident) bool { return i.Name == name })
	default:
		return false
	}
}
