package audit

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

var _ = register("RA108", "lock-step", "the waits of a retry have no jitter, so that instances that fail together retry together", findLockStep, optional)

func findLockStep(p *pass) {
	for _, call := range p.Calls {
		if fixed := p.fixedWaits(call.In, call.Expr); fixed != "" {
			p.report(call.In, call.Expr, fmt.Sprintf("%s waits by %s, without jitter", call.Name, fixed), "add jitter to the waits")
		}
	}
	for _, l := range p.Loops {
		for _, s := range sleepsOf(l) {
			if s.wait != nil && !p.isRandom(l.Func, s.wait) {
				p.report(l.Func, s.stmt, fmt.Sprintf("%s is the same in every instance", source(s.stmt)), "add jitter to the wait")
			}
		}
	}
}

// fixed are functions and values that set up waits without jitter, by what a
// message calls them.
var fixed = lazyregexp.New(`^(github\.com/cenkalti/backoff(/v\d+)?\.NewConstantBackOff|` +
	`github\.com/avast/retry-go(/v\d+)?\.(FixedDelay|BackOffDelay)|` +
	`github\.com/sethvargo/go-retry\.(NewConstant|NewExponential|NewFibonacci|Constant|Exponential|Fibonacci))$`)

var jitter = lazyregexp.New(`(?i)jitter|rand`)

// fixedWaits returns the name of what sets up waits without jitter for a call, or
// "".
func (p *pass) fixedWaits(f *flow.Func, call *ast.CallExpr) string {
	name := ""
	jittered := false
	var visit func(e ast.Node, depth int)
	visit = func(e ast.Node, depth int) {
		flow.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if flow.IsNamed(f.Info.TypeOf(n), "k8s.io/apimachinery/pkg/util/wait", "Backoff") && len(n.Elts) > 0 {
					name = "wait.Backoff"
				}
			case *ast.Ident:
				jittered = jittered || jitter().MatchString(n.Name)
				switch object := f.Info.Uses[n].(type) {
				case *types.Func:
					if fixed().MatchString(object.Origin().FullName()) {
						name = object.Pkg().Name() + "." + object.Name()
					}
				case *types.Var:
					if value := p.valueOf(f, object); value != nil && depth < 4 {
						visit(value, depth+1)
					}
				}
			}
			return true
		})
	}
	visit(call, 0)
	if jittered {
		return ""
	}
	return name
}

// valueOf returns the only expression that a local variable is set to, or nil.
func (p *pass) valueOf(f *flow.Func, v *types.Var) ast.Expr {
	var found ast.Expr
	count := 0
	ast.Inspect(p.Outermost(f).Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if flow.VarOf(f.Info, left) == v && len(n.Lhs) == len(n.Rhs) {
					count++
					found = n.Rhs[i]
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if f.Info.Defs[name] == v && len(n.Values) == len(n.Names) {
					count++
					found = n.Values[i]
				}
			}
		}
		return true
	})
	if count == 0 || f.Node == nil {
		return nil
	}
	if _, isFunc := found.(*ast.FuncLit); isFunc {
		return nil
	}
	return found
}

// isRandom reports whether a wait depends on chance, or on a function that may.
func (p *pass) isRandom(f *flow.Func, wait ast.Expr) bool {
	random := false
	var visit func(e ast.Node, depth int)
	visit = func(e ast.Node, depth int) {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if !f.Info.Types[n.Fun].IsType() {
					random = random || flow.NameOf(f.Info, n) != "time.Duration" && !isArithmetic(f.Info, n)
				}
			case *ast.Ident:
				random = random || jitter().MatchString(n.Name)
				if v, ok := f.Info.Uses[n].(*types.Var); ok && depth < 3 {
					if value := p.valueOf(f, v); value != nil {
						visit(value, depth+1)
					}
				}
			}
			return true
		})
	}
	visit(wait, 0)
	return random
}

// isArithmetic reports whether a call computes a value from its arguments alone.
func isArithmetic(info *types.Info, call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		_, isBuiltin := info.Uses[id].(*types.Builtin)
		return isBuiltin
	}
	fn := flow.CalleeOf(info, call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math"
}
