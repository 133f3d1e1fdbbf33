package audit

import (
	"go/ast"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"golang.org/x/tools/go/cfg"
)

// repeated is a call that is made again after it fails with an error that the
// code does not recognize.
type repeated struct {
	call *ast.CallExpr
	// in is the function that the call is in.
	in *flow.Func
	// by is the retrier, or nil for a loop.
	by   *retrier.Call
	loop *flow.Loop
}

// outer returns the function with the retries, and what retries.
func (r repeated) outer() (*flow.Func, ast.Node) {
	if r.by != nil {
		return r.by.In, r.by.Expr
	}
	return r.loop.Func, r.loop.Stmt
}

// name returns how a message names what retries.
func (r repeated) name() string {
	if r.by != nil {
		return r.by.Name
	}
	return "the loop"
}

// repeatedCalls returns the calls that plain retriers and loops make again.
// Transactions and conflicts are left out: what an attempt did is undone.
func (p *pass) repeatedCalls() []repeated {
	var all []repeated
	for _, call := range p.Calls {
		if call.Kind == retrier.Plain && call.Closure != nil {
			for _, inner := range p.failing(call) {
				all = append(all, repeated{inner, call.Closure, call, nil})
			}
		}
	}
	for _, l := range p.Loops {
		for _, a := range l.Attempts {
			if beginsAgain(l, a) {
				all = append(all, repeated{a.Call, l.Func, nil, l})
			}
		}
	}
	return all
}

// beginsAgain reports whether a loop begins again after any error of an attempt.
func beginsAgain(l *flow.Loop, a flow.Attempt) bool {
	again := false
	complete := l.Func.Walk(a.At, a.Failed(), flow.Mode{Unrecognized: true}, flow.Visitor{
		Enter: func(b *cfg.Block) bool {
			again = again || l.Begins(b)
			return !again && !l.Leaves(b)
		},
	})
	return complete && again
}

// failing returns the calls in a retried function whose error, whatever it is,
// leads to a further attempt.
func (p *pass) failing(c *retrier.Call) []*ast.CallExpr {
	var found []*ast.CallExpr
	f := c.Closure
	for _, b := range f.Graph().Blocks {
		if !b.Live {
			continue
		}
		for i, n := range b.Nodes {
			at := flow.Point{Block: b, Index: i}
			switch n := n.(type) {
			case *ast.ReturnStmt:
				if call := lastCall(n); call != nil && !c.Marked && flow.IsError(resultOf(f.Info, call)) && !c.IsFinal(n.Results) {
					found = append(found, call)
				}
			default:
				for _, a := range f.AttemptsAt(n) {
					a.At = at
					if p.leadsAgain(c, a) {
						found = append(found, a.Call)
					}
				}
			}
		}
	}
	return found
}

func lastCall(ret *ast.ReturnStmt) *ast.CallExpr {
	if len(ret.Results) == 0 {
		return nil
	}
	call, _ := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	return call
}

// resultOf returns the type of the last result of a call.
func resultOf(info *types.Info, call *ast.CallExpr) types.Type {
	t := info.TypeOf(call)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		return tuple.At(tuple.Len() - 1).Type()
	}
	return t
}

// leadsAgain reports whether a failure of a call in a retried function makes the
// function return an error that is retried.
func (p *pass) leadsAgain(c *retrier.Call, a flow.Attempt) bool {
	again := false
	complete := c.Closure.Walk(a.At, a.Failed(), flow.Mode{Unrecognized: true}, flow.Visitor{
		Enter: func(*cfg.Block) bool { return !again },
		Node: func(n ast.Node, k flow.Known) bool {
			ret, ok := n.(*ast.ReturnStmt)
			if ok && len(ret.Results) > 0 && !c.IsFinal(ret.Results) && !isKnownNil(c.Closure.Info, ret, k) {
				again = true
			}
			return !ok && !again
		},
	})
	return complete && again
}
