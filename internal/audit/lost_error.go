package audit

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"golang.org/x/tools/go/cfg"
)

var _ = register("RA106", "lost-error", "after the last attempt the error of a retry loop is lost", findLostErrors)

func findLostErrors(p *pass) {
	for _, l := range p.Loops {
		if !returnsError(l.Func) {
			continue
		}
		for _, a := range l.Attempts {
			if a.Err == nil && !l.Func.Info.Types[a.Call].IsValue() || p.keepsError(l, a) {
				continue
			}
			p.lostAfter(l, a)
		}
	}
	p.findFlattened()
}

// returnsError reports whether the last result of a function is an error.
func returnsError(f *flow.Func) bool {
	if f.Type.Results == nil || len(f.Type.Results.List) == 0 {
		return false
	}
	list := f.Type.Results.List
	return flow.IsError(f.Info.TypeOf(list[len(list)-1].Type))
}

// keepsError reports whether the loop hands the error of an attempt to anything
// but a test: a log, a variable, a function.
func (p *pass) keepsError(l *flow.Loop, a flow.Attempt) bool {
	if a.Err == nil {
		return false
	}
	kept := false
	var path []ast.Node
	ast.Inspect(l.Stmt, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		if id, ok := n.(*ast.Ident); ok && l.Func.Info.Uses[id] == a.Err && isKept(l.Func.Info, id, path) {
			kept = true
		}
		path = append(path, n)
		return true
	})
	return kept
}

// isKept reports whether a use of an error is more than a test or an assignment
// to it.
func isKept(info *types.Info, id *ast.Ident, path []ast.Node) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.BinaryExpr:
			return false
		case *ast.CallExpr:
			if t := info.TypeOf(n); t == nil || !isBoolean(t) {
				return true
			}
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if left == ast.Expr(id) {
					return false
				}
			}
			return true
		case *ast.SendStmt, *ast.CompositeLit:
			return true
		case *ast.ReturnStmt:
			return false
		case *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.CaseClause:
			return false
		}
	}
	return false
}

func isBoolean(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

// lostAfter reports the returns after the last attempt of a loop that do not have
// its error.
func (p *pass) lostAfter(l *flow.Loop, a flow.Attempt) {
	l.Func.Walk(a.At, a.Failed(), flow.Mode{Unrecognized: true}, flow.Visitor{
		Enter: func(b *cfg.Block) bool { return !l.Begins(b) },
		Node: func(n ast.Node, k flow.Known) bool {
			if n == a.At.Node() { // another attempt
				return false
			}
			ret, ok := n.(*ast.ReturnStmt)
			if !ok {
				// after the loop another call may decide
				return l.Stmt.Pos() <= n.Pos() && n.End() <= l.Stmt.End() || len(l.Func.AttemptsAt(n)) == 0
			}
			if why := p.losing(l, a, ret, k); why != "" {
				p.report(l.Func, ret, fmt.Sprintf("%s after the retries of %s %s", source(ret), types.ExprString(a.Call.Fun), why),
					"return the last error, or wrap it with %w")
			}
			return false
		},
	})
}

// losing says how a return loses the error of the last attempt, or returns "".
func (p *pass) losing(l *flow.Loop, a flow.Attempt, ret *ast.ReturnStmt, k flow.Known) string {
	info := l.Func.Info
	if len(ret.Results) == 0 || a.Err != nil && flow.Mentions(info, ret, a.Err) {
		return ""
	}
	inLoop := l.Stmt.Pos() <= ret.Pos() && ret.End() <= l.Stmt.End()
	if inLoop && p.isUnderTest(l, a, ret) {
		return ""
	}
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	switch e := last.(type) {
	case *ast.CallExpr:
		if flow.MakesError(info, e) && !p.mentionsAnyError(info, e) {
			return "says only a fixed text"
		}
	case *ast.Ident:
		if info.Types[e].IsNil() {
			return "drops its error"
		}
		v := flow.VarOf(info, e)
		if v == nil || v == a.Err {
			return ""
		}
		if a.Err != nil && v.Name() == a.Err.Name() && v != a.Err && isUntouched(l, v) {
			return "returns another " + v.Name() + ", which its error shadows"
		}
		if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			return "says only a fixed text"
		}
	}
	return ""
}

// isUntouched reports whether nothing in the loop assigns a variable.
func isUntouched(l *flow.Loop, v *types.Var) bool {
	untouched := true
	ast.Inspect(l.Stmt, func(n ast.Node) bool {
		if s, ok := n.(*ast.AssignStmt); ok {
			for _, left := range s.Lhs {
				untouched = untouched && flow.VarOf(l.Func.Info, left) != v
			}
		}
		return untouched
	})
	return untouched
}

func (p *pass) mentionsAnyError(info *types.Info, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(*ast.Ident); ok {
			if v := flow.VarOf(info, x); v != nil && (flow.IsError(v.Type()) || isErrors(v.Type())) {
				found = true
			}
		}
		return !found
	})
	return found
}

// isUnderTest reports whether a statement in the loop depends on a test of the
// error, so that what it returns is a translation of it.
func (p *pass) isUnderTest(l *flow.Loop, a flow.Attempt, ret *ast.ReturnStmt) bool {
	tested := false
	flow.Inspect(l.Body, func(n ast.Node) bool {
		if n.Pos() > ret.Pos() || n.End() < ret.End() {
			return n == ast.Node(l.Body)
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			tested = tested || p.isErrorTest(l, n.Cond, a)
		case *ast.CaseClause:
			for _, e := range n.List {
				tested = tested || p.isErrorTest(l, e, a)
			}
		case *ast.TypeSwitchStmt, *ast.SelectStmt:
			tested = true
		}
		return true
	})
	return tested
}

// isErrorTest reports whether a condition asks more of an error than whether it
// is nil.
func (p *pass) isErrorTest(l *flow.Loop, cond ast.Expr, a flow.Attempt) bool {
	if a.Err == nil {
		return false
	}
	tested := false
	var path []ast.Node
	ast.Inspect(cond, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		if id, ok := n.(*ast.Ident); ok && l.Func.Info.Uses[id] == a.Err {
			nilTest := false
			if len(path) > 0 {
				if b, ok := path[len(path)-1].(*ast.BinaryExpr); ok {
					nilTest = l.Func.Info.Types[b.Y].IsNil()
				}
			}
			tested = tested || !nilTest
		}
		path = append(path, n)
		return true
	})
	return tested
}
