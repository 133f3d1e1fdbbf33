package audit

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/audit/retrier"
)

// findFlattened reports errors.Is and errors.As on the error of an attempt whose
// function turns every error that it gets into text.
func (p *pass) findFlattened() {
	for _, l := range p.Loops {
		for _, a := range l.Attempts {
			callee := flow.CalleeOf(l.Func.Info, a.Call)
			if a.Err == nil || callee == nil || !p.Of(callee).Flattens {
				continue
			}
			p.reportTests(l.Func, l.Stmt, a.Err, callee)
		}
	}
	for _, call := range p.Calls {
		if call.Closure == nil {
			continue
		}
		flow.Inspect(call.Closure.Node, func(n ast.Node) bool {
			s, ok := n.(*ast.AssignStmt)
			if !ok || len(s.Rhs) != 1 {
				return true
			}
			attempt, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
			v := flow.VarOf(p.TypesInfo, s.Lhs[len(s.Lhs)-1])
			if !ok || v == nil || !flow.IsError(v.Type()) {
				return true
			}
			if callee := flow.CalleeOf(p.TypesInfo, attempt); callee != nil && p.Of(callee).Flattens {
				p.reportTests(call.Closure, call.Closure.Node, v, callee)
			}
			return true
		})
	}
}

func (p *pass) reportTests(f *flow.Func, in ast.Node, err *types.Var, callee *types.Func) {
	flow.Inspect(in, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 || flow.VarOf(f.Info, call.Args[0]) != err {
			return true
		}
		switch flow.NameOf(f.Info, call) {
		case "errors.Is", "errors.As":
			p.report(f, call, fmt.Sprintf("%s is never true: %s has its errors only as text", source(call), retrier.Name(callee)),
				"wrap with %w in "+retrier.Name(callee))
		}
		return true
	})
}
