package audit

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"golang.org/x/tools/go/cfg"
)

var _ = register("RA105", "hot-loop", "a loop retries every error at once and for ever", findHotLoops)

func findHotLoops(p *pass) {
	for _, l := range p.Loops {
		for _, a := range l.Attempts {
			if !l.IsFresh(a.Call) && p.isHot(l, a) {
				p.report(l.Func, l.Stmt,
					fmt.Sprintf("the loop retries %s after every error, with neither a wait nor a bound", types.ExprString(a.Call.Fun)),
					"wait between the attempts, and end after some of them or when a context ends")
				break
			}
		}
	}
}

// isHot reports whether, after a failure that the code does not recognize, the
// loop always begins again and does not wait.
func (p *pass) isHot(l *flow.Loop, a flow.Attempt) bool {
	if p.waitsIn(l) {
		return false
	}
	again, ends := false, false
	complete := l.Func.Walk(a.At, a.Failed(), flow.Mode{Unrecognized: true}, flow.Visitor{
		Enter: func(b *cfg.Block) bool {
			switch {
			case l.Begins(b):
				again = true
				return false
			case l.Leaves(b), len(b.Succs) == 0:
				ends = true
				return false
			}
			return true
		},
		Node: func(n ast.Node, _ flow.Known) bool {
			if _, ok := n.(*ast.ReturnStmt); ok {
				ends = true
			}
			return true
		},
	})
	return complete && again && !ends && !p.endsElsewhere(l)
}

// waitsIn reports whether the loop can wait anywhere.
func (p *pass) waitsIn(l *flow.Loop) bool {
	found := false
	flow.Inspect(l.Stmt, func(n ast.Node) bool {
		found = found || p.Waits(l.Func.Info, n)
		return !found
	})
	return found
}

// endsElsewhere reports whether the loop has a bound before the attempt: a
// condition, or a range.
func (p *pass) endsElsewhere(l *flow.Loop) bool {
	if _, ok := l.Stmt.(*ast.RangeStmt); ok {
		return true
	}
	ends := false
	flow.Inspect(l.Body, func(n ast.Node) bool {
		if n == ast.Node(l.Body) {
			return true
		}
		if s, ok := n.(*ast.IfStmt); ok && s.End() < l.Attempts[0].Call.Pos() {
			ast.Inspect(s.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ReturnStmt:
					ends = true
				case *ast.BranchStmt:
					ends = ends || n.Tok.String() == "break"
				}
				return !ends
			})
		}
		return !ends
	})
	return ends
}
