package adopt

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"time"
	"unicode"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"golang.org/x/tools/go/packages"
)

// values reads what is static in a function.
type values struct {
	*packages.Package
	f *flow.Func
}

// number returns the value of a constant expression, or of a variable that is
// set once to one.
func (v *values) number(e ast.Expr) (float64, bool) {
	if value := v.TypesInfo.Types[e].Value; value != nil {
		x, _ := constant.Float64Val(constant.ToFloat(value))
		return x, value.Kind() == constant.Int || value.Kind() == constant.Float
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if set := v.setOnce(id); set != nil {
			return v.number(set)
		}
	}
	return 0, false
}

func (v *values) duration(e ast.Expr) (time.Duration, bool) {
	x, ok := v.number(e)
	return time.Duration(x), ok
}

// setOnce returns the only value of a local variable, or nil.
func (v *values) setOnce(id *ast.Ident) ast.Expr {
	object := flow.VarOf(v.TypesInfo, id)
	if object == nil {
		return nil
	}
	var found ast.Expr
	count := 0
	ast.Inspect(v.f.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if flow.VarOf(v.TypesInfo, left) == object {
					count++
					if len(n.Lhs) == len(n.Rhs) {
						found = n.Rhs[i]
					}
				}
			}
		case *ast.IncDecStmt:
			if flow.VarOf(v.TypesInfo, n.X) == object {
				count++
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if v.TypesInfo.Defs[name] == object && i < len(n.Values) {
					count++
					found = n.Values[i]
				}
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return found
}

// resolved returns the expression that an expression stands for, if it is a
// variable that is set once.
func (v *values) resolved(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok {
		if set := v.setOnce(id); set != nil {
			return v.resolved(set)
		}
	}
	if address, ok := e.(*ast.UnaryExpr); ok && address.Op == token.AND {
		return v.resolved(address.X)
	}
	return e
}

// callee returns the call that an expression is, and the name of its function
// without version, or nil.
func (v *values) callee(e ast.Expr) (*ast.CallExpr, string) {
	call, ok := v.resolved(e).(*ast.CallExpr)
	if !ok {
		return nil, ""
	}
	return call, retrier.WithoutVersion(flow.NameOf(v.TypesInfo, call))
}

// fields are the static fields of a struct by name. One that is set to something
// else is in it as nil.
type fields map[string]ast.Expr

// fieldsOf returns the fields of a composite literal, and of the assignments to
// the variable that holds the struct.
func (v *values) fieldsOf(e ast.Expr) fields {
	all := fields{}
	if lit, ok := v.resolved(e).(*ast.CompositeLit); ok {
		for _, element := range lit.Elts {
			if kv, ok := element.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					all[id.Name] = kv.Value
				}
			}
		}
	}
	if object := flow.VarOf(v.TypesInfo, e); object != nil {
		v.assigned(object, all)
	}
	return all
}

// assigned adds the fields of a variable that the function assigns.
func (v *values) assigned(object types.Object, all fields) {
	ast.Inspect(v.f.Node, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if !ok || len(s.Lhs) != len(s.Rhs) {
			return true
		}
		for i, left := range s.Lhs {
			if selector, ok := left.(*ast.SelectorExpr); ok && flow.VarOf(v.TypesInfo, selector.X) == object {
				all[selector.Sel.Name] = s.Rhs[i]
			}
		}
		return true
	})
}

// number returns the value of a field, or the default. It reports false if the
// field is not static.
func (f fields) number(v *values, name string, fallback float64) (float64, bool) {
	e, ok := f[name]
	if !ok {
		return fallback, true
	}
	return v.number(e)
}

func (f fields) duration(v *values, name string, fallback time.Duration) (time.Duration, bool) {
	x, ok := f.number(v, name, float64(fallback))
	return time.Duration(x), ok
}

// loop returns the settings of a loop with a static bound and static sleeps.
func (v *values) loop(l *flow.Loop) (settings, bool) {
	s := settings{attempts: retrier.StaticBound(l), factor: 1}
	if s.attempts == 0 {
		return s, false
	}
	count := 0
	var wait ast.Expr
	flow.Inspect(l.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			switch flow.NameOf(v.TypesInfo, call) {
			case "time.Sleep", "time.After":
				count++
				wait = call.Args[0]
			}
		}
		return true
	})
	if count != 1 {
		return s, false
	}
	if d, ok := v.duration(wait); ok {
		s.first = d
		return s, true
	}
	return v.growing(l, wait, s)
}

// growing reads a wait that a variable holds and that each round multiplies.
func (v *values) growing(l *flow.Loop, wait ast.Expr, s settings) (settings, bool) {
	object := flow.VarOf(v.TypesInfo, wait)
	if object == nil {
		return s, false
	}
	known, changes := false, 0
	ast.Inspect(v.f.Node, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != 1 || flow.VarOf(v.TypesInfo, a.Lhs[0]) != object {
			return true
		}
		inLoop := l.Stmt.Pos() <= a.Pos() && a.End() <= l.Stmt.End()
		switch {
		case !inLoop:
			s.first, known = v.duration(a.Rhs[0])
		case a.Tok == token.MUL_ASSIGN:
			s.factor, ok = v.number(a.Rhs[0])
			known = known && ok
			changes++
		default:
			changes = 2
		}
		return true
	})
	return s, known && changes == 1
}

// snake returns a Go name in lower case with underscores.
func snake(name string) string {
	var b strings.Builder
	lower := false
	for _, c := range name {
		if unicode.IsUpper(c) && lower {
			b.WriteByte('_')
		}
		lower = !unicode.IsUpper(c)
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}
