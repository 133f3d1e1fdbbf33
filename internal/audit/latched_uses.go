package audit

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"github.com/retrygen/retrygen/internal/lazyregexp"
	"golang.org/x/tools/go/cfg"
)

// readAfter reports whether anything outside of the literal reads a variable. A
// parameter or a named result is read by the caller.
func (l *latch) readAfter(v *types.Var) bool {
	if l.isCallers(v) {
		return true
	}
	read := false
	l.eachUse(l.Outermost(l.f).Node, v, func(id *ast.Ident, path []ast.Node) {
		if l.f.Node.Pos() <= id.Pos() && id.Pos() < l.f.Node.End() || isWritten(id, path) {
			return
		}
		read = true
	})
	return read
}

// isCallers reports whether a variable is a parameter or a named result.
func (l *latch) isCallers(v *types.Var) bool {
	t := l.Outermost(l.f).Type
	return t.Pos() <= v.Pos() && v.Pos() < t.End()
}

// readInside reports whether the function works with the value of a variable
// that it changes, for example to go on from a position.
func (l *latch) readInside(v *types.Var) bool {
	read := false
	l.eachUse(l.f.Node, v, func(id *ast.Ident, path []ast.Node) {
		read = read || !isWritten(id, path) && !isShown(l.f.Info, id, path)
	})
	return read
}

// onlyShown reports whether a variable is only logged or compared, wherever it
// is read.
func (l *latch) onlyShown(v *types.Var) bool {
	only := !l.isCallers(v)
	l.eachUse(l.Outermost(l.f).Node, v, func(id *ast.Ident, path []ast.Node) {
		only = only && (isWritten(id, path) || isShown(l.f.Info, id, path))
	})
	return only
}

// eachUse calls visit for each use of a variable, with the nodes around it, the
// outermost first.
func (l *latch) eachUse(root ast.Node, v *types.Var, visit func(*ast.Ident, []ast.Node)) {
	var path []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		if id, ok := n.(*ast.Ident); ok && l.f.Info.Uses[id] == v {
			visit(id, path)
		}
		path = append(path, n)
		return true
	})
}

// isWritten reports whether a use is the target of an assignment, or the operand
// that the assignment adds to.
func isWritten(id *ast.Ident, path []ast.Node) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.IncDecStmt:
			return true
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if left.Pos() <= id.Pos() && id.Pos() < left.End() {
					return true
				}
			}
			return len(n.Lhs) == 1 && len(n.Rhs) == 1 && isSelf(n.Lhs[0], n.Rhs[0], id)
		case ast.Stmt:
			return false
		}
	}
	return false
}

// isSelf reports whether id is x in "x = append(x, …)" or "x = x + …".
func isSelf(left, right ast.Expr, id *ast.Ident) bool {
	var operand ast.Expr
	switch right := ast.Unparen(right).(type) {
	case *ast.CallExpr:
		if len(right.Args) > 0 {
			operand = right.Args[0]
		}
	case *ast.BinaryExpr:
		operand = right.X
	}
	return operand != nil && types.ExprString(operand) == types.ExprString(left) &&
		operand.Pos() <= id.Pos() && id.Pos() < operand.End()
}

var showing = lazyregexp.New(`(?i)log|print|debug|info|warn|errorf?$|trace|observe|record|event|attr|field|metric|counter|gauge|histogram|^set|label|notify|span`)

// isShown reports whether a use only compares a value, or hands it to a log or a
// metric.
func isShown(info *types.Info, id *ast.Ident, path []ast.Node) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
				return true
			}
		case *ast.CallExpr:
			if info.Types[n.Fun].IsType() {
				continue
			}
			return showing().MatchString(types.ExprString(n.Fun))
		case ast.Stmt:
			return false
		}
	}
	return false
}

// isLast reports whether there is no further attempt after a change: every path
// from it ends the retrying.
func (l *latch) isLast(c change) bool {
	if l.call.Kind == retrier.Transaction { // the commit can fail
		return false
	}
	for _, b := range l.f.Graph().Blocks {
		for i, n := range b.Nodes {
			if b.Live && n.Pos() <= c.at.Pos() && c.at.End() <= n.End() {
				return l.endsAfter(flow.Point{Block: b, Index: i})
			}
		}
	}
	return false
}

func (l *latch) endsAfter(at flow.Point) bool {
	final := true
	complete := l.f.Walk(at, nil, flow.Mode{}, flow.Visitor{
		Enter: func(*cfg.Block) bool { return final },
		Node: func(n ast.Node, k flow.Known) bool {
			ret, ok := n.(*ast.ReturnStmt)
			if ok && !l.call.IsFinal(ret.Results) && !isKnownNil(l.f.Info, ret, k) {
				final = false
			}
			return final
		},
	})
	return complete && final
}

// isKnownNil reports whether a return statement returns a variable that is nil
// there.
func isKnownNil(info *types.Info, ret *ast.ReturnStmt, k flow.Known) bool {
	if len(ret.Results) == 0 {
		return false
	}
	v := flow.VarOf(info, ret.Results[len(ret.Results)-1])
	value, ok := k[v]
	return v != nil && ok && value == flow.Nil
}
