package retrier

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// Root returns the variable that an operand begins with: x of x.f[i], or nil.
func Root(info *types.Info, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return info.ObjectOf(e)
	case *ast.SelectorExpr:
		return Root(info, e.X)
	case *ast.IndexExpr:
		return Root(info, e.X)
	case *ast.StarExpr:
		return Root(info, e.X)
	}
	return nil
}

// IsAppend reports whether right is append(left, …).
func IsAppend(info *types.Info, left, right ast.Expr) bool {
	call, ok := ast.Unparen(right).(*ast.CallExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || id.Name != "append" {
		return false
	}
	_, isBuiltin := info.Uses[id].(*types.Builtin)
	return isBuiltin && types.ExprString(call.Args[0]) == types.ExprString(left)
}

// isWrapping reports whether an expression is fmt.Errorf with %w.
func isWrapping(info *types.Info, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && flow.NameOf(info, call) == "fmt.Errorf" && strings.Contains(formatOf(info, call), "%w")
}

func formatOf(info *types.Info, call *ast.CallExpr) string {
	if len(call.Args) == 0 {
		return ""
	}
	value := info.Types[call.Args[0]].Value
	if value == nil || value.Kind() != constant.String {
		return "%w" // unknown: it may wrap
	}
	return constant.StringVal(value)
}

// textOf reports whether an expression makes an error that has another one as
// text.
func textOf(info *types.Info, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !flow.MakesError(info, call) || strings.Contains(formatOf(info, call), "%w") {
		return false
	}
	found := false
	for _, arg := range call.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok && flow.IsError(info.TypeOf(e)) && !info.Types[e].IsNil() {
				found = true
			}
			return !found
		})
	}
	return found
}

// Name returns the name of a function as code writes it: "backoff.Retry",
// "Client.Do".
func Name(fn *types.Func) string {
	if receiver := fn.Signature().Recv(); receiver != nil {
		t := receiver.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if named, ok := types.Unalias(t).(*types.Named); ok {
			return named.Obj().Name() + "." + fn.Name()
		}
		return fn.Name()
	}
	if fn.Pkg() == nil {
		return fn.Name()
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// waitWord finds the names of functions that wait.
var waitWord = lazyregexp.New(`(?i)sleep|wait|back_?off|pause|delay|throttle`)

// waits reports whether a function itself waits for a time.
func (r *Result) waits(f *flow.Func) bool {
	found := false
	flow.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch flow.NameOf(f.Info, n) {
			case "time.Sleep", "time.After", "time.NewTimer":
				found = true
			}
		}
		return !found
	})
	return found
}

// Waits reports whether a node by itself waits: a receive, or a call of
// something that waits or whose name says so.
func (r *Result) Waits(info *types.Info, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.RangeStmt:
		_, isChan := info.TypeOf(n.X).Underlying().(*types.Chan)
		return isChan
	case *ast.CallExpr:
		fn := flow.CalleeOf(info, n)
		if fn == nil {
			return waitWord().MatchString(types.ExprString(n.Fun))
		}
		return waitWord().MatchString(fn.Name()) || r.Of(fn).Waits
	}
	return false
}

// StaticBound returns the number of attempts of a loop with a constant bound, or
// 0.
func StaticBound(l *flow.Loop) int {
	info := l.Func.Info
	switch s := l.Stmt.(type) {
	case *ast.RangeStmt:
		return intOf(info, s.X)
	case *ast.ForStmt:
		cond, ok := s.Cond.(*ast.BinaryExpr)
		if !ok || s.Post == nil {
			return 0
		}
		from := 0
		if init, ok := s.Init.(*ast.AssignStmt); ok && len(init.Rhs) == 1 {
			from = intOf(info, init.Rhs[0])
		}
		switch limit := intOf(info, cond.Y); {
		case limit == 0:
		case cond.Op == token.LSS:
			return limit - from
		case cond.Op == token.LEQ:
			return limit - from + 1
		}
	}
	return 0
}

// intOf returns the value of a constant expression, or 0.
func intOf(info *types.Info, e ast.Expr) int {
	value := info.Types[e].Value
	if value == nil {
		return 0
	}
	n, ok := constant.Int64Val(constant.ToInt(value))
	if !ok || n < 0 || n > 1<<20 {
		return 0
	}
	return int(n)
}
