package retrier

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retrygen/retrygen/internal/audit/flow"
)

// Call is a call of a retrier.
type Call struct {
	Retrier
	Expr *ast.CallExpr
	// Callee is the retrier, and Name its name as code writes it.
	Callee *types.Func
	Name   string
	// In is the function that makes the call.
	In *flow.Func
	// Closure is the retried function if it is a literal, else nil.
	Closure *flow.Func
	// Retried is the retried function if it is declared, else nil.
	Retried *types.Func
}

// callsIn returns the calls of retriers that a function makes, without those of
// the literals in it.
func (r *Result) callsIn(f *flow.Func) []*Call {
	var calls []*Call
	flow.Inspect(f.Node, func(n ast.Node) bool {
		expr, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		callee := flow.CalleeOf(f.Info, expr)
		known, ok := r.Lookup(callee)
		if !ok {
			return true
		}
		call := &Call{Retrier: known, Expr: expr, Callee: callee, Name: Name(callee), In: f}
		r.resolve(call, retriedArg(f.Info, expr, known))
		calls = append(calls, call)
		return true
	})
	return calls
}

// retriedArg returns the argument that is retried, or nil.
func retriedArg(info *types.Info, call *ast.CallExpr, known Retrier) ast.Expr {
	if known.Param >= len(call.Args) {
		return nil
	}
	if known.Param != first {
		arg := call.Args[known.Param]
		if known.Field != "" {
			return fieldOf(arg, known.Field)
		}
		return arg
	}
	for _, arg := range call.Args {
		if t := info.TypeOf(arg); t != nil {
			if _, ok := t.Underlying().(*types.Signature); ok {
				return arg
			}
		}
	}
	return nil
}

// fieldOf returns the value of a field of a composite literal, or nil.
func fieldOf(e ast.Expr, name string) ast.Expr {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return nil
	}
	for _, element := range lit.Elts {
		if kv, ok := element.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// resolve finds the function that an argument is.
func (r *Result) resolve(call *Call, arg ast.Expr) {
	if arg == nil {
		return
	}
	info := call.In.Info
	switch arg := unconvert(info, arg).(type) {
	case *ast.FuncLit:
		call.Closure = r.literal(arg)
	case *ast.Ident:
		switch object := info.ObjectOf(arg).(type) {
		case *types.Func:
			call.Retried = object.Origin()
		case *types.Var:
			if lit := literalOf(r.Outermost(call.In), object); lit != nil {
				call.Closure = r.literal(lit)
			}
		}
	case *ast.SelectorExpr:
		call.Retried, _ = info.ObjectOf(arg.Sel).(*types.Func)
	}
}

// literal returns the function of a literal of this package.
func (r *Result) literal(lit *ast.FuncLit) *flow.Func {
	for _, f := range r.Funcs {
		if f.Node == lit {
			return f
		}
	}
	return nil
}

// literalOf returns the only function literal that is assigned to a variable, or
// nil.
func literalOf(f *flow.Func, v *types.Var) *ast.FuncLit {
	var found *ast.FuncLit
	count := 0
	add := func(left, right ast.Expr) {
		if flow.VarOf(f.Info, left) != v {
			return
		}
		count++
		found, _ = unconvert(f.Info, right).(*ast.FuncLit)
	}
	ast.Inspect(f.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i := range n.Lhs {
					add(n.Lhs[i], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i := range n.Values {
				if len(n.Names) == len(n.Values) {
					add(n.Names[i], n.Values[i])
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

// IsFinal reports whether the retrier makes no further attempt after its function
// returned the given results.
func (c *Call) IsFinal(results []ast.Expr) bool {
	if len(results) == 0 {
		return false
	}
	info := c.In.Info
	last := ast.Unparen(results[len(results)-1])
	if info.Types[last].IsNil() {
		return c.Kind != Transaction
	}
	call, isCall := last.(*ast.CallExpr)
	if c.Marked {
		return !isCall || !markedErrors[WithoutVersion(flow.NameOf(info, call))] && flow.MakesError(info, call)
	}
	return isCall && finalErrors[WithoutVersion(flow.NameOf(info, call))]
}

// ClientOf returns what is known about a client that retries itself whose method
// a call names, and whether there is one.
func ClientOf(info *types.Info, call *ast.CallExpr) (Inner, bool) {
	fn := flow.CalleeOf(info, call)
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil || !fn.Exported() || !canFail(fn) {
		return Inner{}, false
	}
	path := WithoutVersion(fn.Pkg().Path())
	receiver, _, _ := strings.Cut(Name(fn), ".")
	for _, c := range clients {
		inPackage := path == c.path || strings.HasSuffix(c.path, "/") && strings.HasPrefix(path, c.path)
		suffix, isPattern := strings.CutPrefix(c.receiver, "*")
		if inPackage && (receiver == c.receiver || isPattern && strings.HasSuffix(receiver, suffix)) {
			return c.Inner, true
		}
	}
	return Inner{}, false
}

func canFail(fn *types.Func) bool {
	results := fn.Signature().Results()
	return results.Len() > 0 && flow.IsError(results.At(results.Len()-1).Type())
}

// IsTest reports whether a file is a test, or helps tests.
func IsTest(fset *token.FileSet, file *ast.File) bool {
	for _, spec := range file.Imports {
		if spec.Path.Value == `"testing"` {
			return true
		}
	}
	return strings.HasSuffix(fset.Position(file.Pos()).Filename, "_test.go")
}

// StaticAttempts returns the number of attempts that the arguments of the call
// set, or the default of the retrier, or 0 if it is not known.
func (c *Call) StaticAttempts() int {
	attempts := c.Attempts
	for _, arg := range c.Expr.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				switch WithoutVersion(flow.NameOf(c.In.Info, n)) {
				case "github.com/avast/retry-go.Attempts":
					attempts = intOf(c.In.Info, n.Args[0])
				case "github.com/cenkalti/backoff.WithMaxRetries":
					attempts = intOf(c.In.Info, n.Args[1]) + 1
				case "github.com/sethvargo/go-retry.WithMaxRetries":
					attempts = intOf(c.In.Info, n.Args[0]) + 1
				}
			}
			return true
		})
	}
	return attempts
}
