package retrier

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
)

// learn exports what the functions of the package do, until nothing is new: a
// function may pass its parameter to one that is declared after it.
func (r *Result) learn() {
	const rounds = 4
	for range rounds {
		changed := false
		for _, f := range r.Funcs {
			decl, ok := f.Node.(*ast.FuncDecl)
			if !ok {
				continue
			}
			fn, ok := r.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			old, now := *r.Of(fn), r.behavior(f, fn)
			if now != old {
				r.pass.ExportObjectFact(fn, &now)
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

func (r *Result) behavior(f *flow.Func, fn *types.Func) Behavior {
	var b Behavior
	r.repeats(f, fn, &b)
	b.Waits = r.waits(f)
	b.Appends = appends(f)
	b.Flattens = r.flattens(f)
	return b
}

// repeats fills in which parameter the function calls again, and whether it
// repeats calls that it makes itself.
func (r *Result) repeats(f *flow.Func, fn *types.Func, b *Behavior) {
	params := funcParams(fn)
	for _, l := range r.Loops {
		if l.Func != f {
			continue
		}
		for _, a := range l.Attempts {
			if i, ok := params[flow.VarOf(f.Info, a.Call.Fun)]; ok {
				b.Retrier, b.Param = true, i
				return
			}
		}
		if r.isPatient(l) {
			b.By, b.Attempts = "a loop", StaticBound(l)
		}
	}
	flow.Inspect(f.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || b.Retrier {
			return !b.Retrier
		}
		callee := flow.CalleeOf(f.Info, call)
		if isPolicy(callee) {
			b.By = "its policy"
			return true
		}
		known, ok := r.Lookup(callee)
		if !ok || callee == fn {
			return true
		}
		arg := retriedArg(f.Info, call, known)
		if i, ok := forwarded(f.Info, arg, params); ok {
			b.Retrier, b.Param, b.Kind, b.Marked, b.Attempts = true, i, known.Kind, known.Marked, known.Attempts
		} else if arg != nil && known.Kind == Plain && !known.Marked {
			b.By, b.Attempts = Name(callee), known.Attempts
		}
		return true
	})
	if b.Retrier {
		b.By = ""
	}
}

// isPatient reports whether a loop waits: one that does not repeats a system call
// or a conflict rather than something that failed.
func (r *Result) isPatient(l *flow.Loop) bool {
	found := false
	flow.Inspect(l.Body, func(n ast.Node) bool {
		found = found || r.Waits(l.Func.Info, n)
		return !found
	})
	return found
}

// isPolicy reports whether a generated client calls its policy.
func isPolicy(fn *types.Func) bool {
	return fn != nil && fn.FullName() == "(*github.com/retrygen/retrygen/runtime.Policy).Failed"
}

// funcParams returns the parameters that are functions, with their indexes.
func funcParams(fn *types.Func) map[*types.Var]int {
	params := map[*types.Var]int{}
	list := fn.Signature().Params()
	for i := range list.Len() {
		if _, ok := list.At(i).Type().Underlying().(*types.Signature); ok {
			params[list.At(i)] = i
		}
	}
	return params
}

// forwarded returns the parameter that an argument is or calls.
func forwarded(info *types.Info, arg ast.Expr, params map[*types.Var]int) (int, bool) {
	if arg == nil {
		return 0, false
	}
	if i, ok := params[flow.VarOf(info, unconvert(info, arg))]; ok {
		return i, true
	}
	lit, ok := unconvert(info, arg).(*ast.FuncLit)
	if !ok {
		return 0, false
	}
	index, found := 0, false
	flow.Inspect(lit, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			index, found = lookup(params, flow.VarOf(info, call.Fun))
		}
		return !found
	})
	return index, found
}

func lookup(params map[*types.Var]int, v *types.Var) (int, bool) {
	i, ok := params[v]
	return i, ok
}

// unconvert returns the expression in conversions to function types.
func unconvert(info *types.Info, e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 && info.Types[call.Fun].IsType() {
		return unconvert(info, call.Args[0])
	}
	return e
}

// appends reports whether a method makes a slice or map of its receiver longer.
func appends(f *flow.Func) bool {
	decl, ok := f.Node.(*ast.FuncDecl)
	if !ok || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 {
		return false
	}
	receiver := f.Info.Defs[decl.Recv.List[0].Names[0]]
	found := false
	flow.Inspect(f.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if ok && len(s.Lhs) == 1 && s.Tok == token.ASSIGN && Root(f.Info, s.Lhs[0]) == receiver && IsAppend(f.Info, s.Lhs[0], s.Rhs[0]) {
			found = true
		}
		return !found
	})
	return found
}

// flattens reports whether every error that the function returns is text that
// it makes, with the error of a call in at least one of them.
func (r *Result) flattens(f *flow.Func) bool {
	results := f.Type.Results
	if results == nil || len(results.List) == 0 {
		return false
	}
	flat, other := false, false
	flow.Inspect(f.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		if len(ret.Results) == 0 {
			other = true
			return true
		}
		last := ast.Unparen(ret.Results[len(ret.Results)-1])
		switch {
		case !flow.IsError(f.Info.TypeOf(last)) && !f.Info.Types[last].IsNil(), isWrapping(f.Info, last):
			other = true
		case f.Info.Types[last].IsNil():
		default:
			if textOf(f.Info, last) {
				flat = true
			} else {
				other = true
			}
		}
		return true
	})
	return flat && !other
}
