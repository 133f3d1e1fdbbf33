package audit

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

var _ = register("RA107", "spent-reader", "a retried function reads a body that the first attempt has read already", findSpentReaders)

func findSpentReaders(p *pass) {
	for _, call := range p.Calls {
		if call.Closure != nil {
			p.spentIn(call.In, call.Closure, call.Closure.Body, call.Name, false)
		}
	}
	for _, l := range p.Loops {
		if len(l.Attempts) > 0 && beginsAgain(l, l.Attempts[0]) {
			p.spentIn(l.Func, l.Func, l.Body, "the loop", true)
		}
	}
}

// spentIn reports the readers made outside of a body that each attempt reads. A
// loop may read on, as one that asks a person does: there it counts only what is
// sent away, by calls that take a context or a request.
func (p *pass) spentIn(outer, f *flow.Func, body *ast.BlockStmt, by string, remote bool) {
	info := f.Info
	flow.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.CallExpr:
			for _, arg := range p.consumed(info, n) {
				if remote && !sends(info, n) {
					continue
				}
				v := flow.VarOf(info, arg)
				if v == nil || v.IsField() || body.Pos() <= v.Pos() && v.Pos() < body.End() || p.isRenewed(f, body, v) {
					continue
				}
				p.report(outer, arg, fmt.Sprintf("%s passes %s to %s in each attempt: the second one finds what the first has left of it", by, v.Name(), types.ExprString(n.Fun)),
					"make "+v.Name()+" anew in each attempt, or seek to its beginning first")
			}
		}
		return true
	})
}

// sends reports whether a call takes a context or a request.
func sends(info *types.Info, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		t := info.TypeOf(arg)
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		if flow.IsNamed(t, "context", "Context") || flow.IsNamed(t, "net/http", "Request") {
			return true
		}
	}
	return false
}

// consumed returns the arguments of a call that it reads to the end.
func (p *pass) consumed(info *types.Info, call *ast.CallExpr) []ast.Expr {
	signature, ok := info.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return nil
	}
	var found []ast.Expr
	for i, arg := range call.Args {
		if i < signature.Params().Len() && !signature.Variadic() && isReader(signature.Params().At(i).Type()) && isSpendable(info.TypeOf(arg)) {
			found = append(found, arg)
		}
	}
	switch flow.NameOf(info, call) {
	case "(*net/http.Client).Do", "(net/http.RoundTripper).RoundTrip", "(*net/http.Transport).RoundTrip":
		if p.hasBody(call.Args[0]) {
			found = append(found, call.Args[0])
		}
	}
	return found
}

// isReader reports whether t is an interface for reading and nothing else.
func isReader(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	reads := false
	for method := range i.Methods() {
		switch method.Name() {
		case "Read":
			reads = true
		case "Close", "Seek", "ReadAt":
		default:
			return false
		}
	}
	return reads
}

// isSpendable reports whether a value of type t is at its end after it was read.
func isSpendable(t types.Type) bool {
	if t == nil {
		return false
	}
	if isReader(t) {
		return true
	}
	pointer, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	for _, name := range []string{"Buffer", "Reader"} {
		if flow.IsNamed(pointer.Elem(), "bytes", name) {
			return true
		}
	}
	return flow.IsNamed(pointer.Elem(), "strings", "Reader") || flow.IsNamed(pointer.Elem(), "os", "File")
}

// hasBody reports whether a request was made with a body in this package.
func (p *pass) hasBody(arg ast.Expr) bool {
	v := flow.VarOf(p.TypesInfo, arg)
	if v == nil {
		return false
	}
	found := false
	for _, file := range p.Files {
		if v.Pos() < file.Pos() || file.End() <= v.Pos() {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.AssignStmt)
			if !ok || len(s.Rhs) != 1 || flow.VarOf(p.TypesInfo, s.Lhs[0]) != v {
				return true
			}
			call, ok := s.Rhs[0].(*ast.CallExpr)
			if !ok {
				return true
			}
			switch flow.NameOf(p.TypesInfo, call) {
			case "net/http.NewRequest", "net/http.NewRequestWithContext":
				body := call.Args[len(call.Args)-1]
				found = !p.TypesInfo.Types[body].IsNil() && types.ExprString(body) != "http.NoBody"
			}
			return true
		})
	}
	return found
}

var rewinding = lazyregexp.New(`^(Seek|Reset|Body|GetBody|SetBody|Rewind|Bytes|String|Write.*)$`)

// isRenewed reports whether an attempt makes a reader anew or goes back to its
// beginning.
func (p *pass) isRenewed(f *flow.Func, body *ast.BlockStmt, v *types.Var) bool {
	renewed := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				renewed = renewed || flow.VarOf(f.Info, left) == v
			}
		case *ast.SelectorExpr:
			if flow.VarOf(f.Info, n.X) == v && rewinding().MatchString(n.Sel.Name) {
				renewed = true
			}
		case *ast.TypeAssertExpr:
			if flow.VarOf(f.Info, n.X) == v {
				renewed = true // for example to an io.Seeker
			}
		}
		return !renewed
	})
	return renewed
}
