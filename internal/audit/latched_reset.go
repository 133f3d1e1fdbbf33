package audit

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// isReset reports whether every path to a change sets the variable anew first.
func (l *latch) isReset(c change) bool {
	reached := false
	l.f.WalkAll(nil, flow.Mode{}, flow.Visitor{Node: func(n ast.Node, _ flow.Known) bool {
		if l.resets(n, c) {
			return false
		}
		if n.Pos() <= c.at.Pos() && c.at.End() <= n.End() {
			reached = true
		}
		return !reached
	}})
	return !reached
}

// resets reports whether a node gives the operand of a change, or the variable it
// is in, a value that does not depend on the old one.
func (l *latch) resets(n ast.Node, c change) bool {
	if n == c.at {
		return false
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN {
			return false
		}
		for i, left := range n.Lhs {
			right := n.Rhs[min(i, len(n.Rhs)-1)]
			if l.covers(left, c) && (isEmptied(left, right) || !flow.Mentions(l.f.Info, right, c.root)) {
				return true
			}
		}
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch fun := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			return fun.Name == "clear" && len(call.Args) == 1 && l.covers(call.Args[0], c)
		case *ast.SelectorExpr:
			return resetName().MatchString(fun.Sel.Name) && l.covers(fun.X, c)
		}
	}
	return false
}

var resetName = lazyregexp.New(`(?i)^(reset|clear|truncate|init|empty)`)

// covers reports whether an expression is the operand of the change or something
// around it, for example x for x.f and *p for p.f.
func (l *latch) covers(e ast.Expr, c change) bool {
	if star, ok := ast.Unparen(e).(*ast.StarExpr); ok {
		e = star.X
	}
	whole := types.ExprString(e)
	for operand := c.operand; ; {
		if types.ExprString(operand) == whole {
			return true
		}
		switch o := ast.Unparen(operand).(type) {
		case *ast.SelectorExpr:
			operand = o.X
		case *ast.IndexExpr:
			operand = o.X
		case *ast.StarExpr:
			operand = o.X
		default:
			return false
		}
	}
}

// isEmptied reports whether right is left[:0].
func isEmptied(left, right ast.Expr) bool {
	slice, ok := ast.Unparen(right).(*ast.SliceExpr)
	if !ok || slice.Low != nil || slice.High == nil || types.ExprString(slice.X) != types.ExprString(left) {
		return false
	}
	zero, ok := slice.High.(*ast.BasicLit)
	return ok && zero.Value == "0"
}
