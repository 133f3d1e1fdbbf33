package adopt

import (
	"go/ast"
	"go/types"
	"time"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/foreign"
)

const gaxPath = "github.com/googleapis/gax-go/v2"

// setUp adds a client or a backoff that a function sets up by a call.
func (r *reader) setUp(f *flow.Func, call *ast.CallExpr) {
	v := &values{Package: r.Package, f: r.retries.Outermost(f)}
	switch _, name := v.callee(call); name {
	case "github.com/hashicorp/go-retryablehttp.NewClient":
		r.into.Found++
		set := fields{}
		if object := r.assignedTo(v, call); object != nil {
			v.assigned(object, set)
		}
		// DefaultBackoff doubles from RetryWaitMin to RetryWaitMax.
		s := settings{factor: 2}
		retries, known := set.number(v, "RetryMax", 4)
		first, okFirst := set.duration(v, "RetryWaitMin", time.Second)
		limit, okLimit := set.duration(v, "RetryWaitMax", 30*time.Second)
		s.attempts, s.first, s.limit = int(retries)+1, first, limit
		s.lose(foreign.L10, "a Retry-After of the server is honored only where the policy is given to an HTTP client")
		if known && okFirst && okLimit {
			r.propose(f, call, "retryablehttp.Client", s, nil)
		}
	case "github.com/grafana/dskit/backoff.New":
		r.into.Found++
		if s, ok := v.dskit(call.Args[1]); ok {
			r.propose(f, call, "backoff.New", s, nil)
		}
	}
}

// assignedTo returns the variable that a call sets, or nil.
func (r *reader) assignedTo(v *values, call *ast.CallExpr) types.Object {
	var found types.Object
	ast.Inspect(v.f.Node, func(n ast.Node) bool {
		if s, ok := n.(*ast.AssignStmt); ok && len(s.Rhs) == 1 && s.Rhs[0] == ast.Expr(call) {
			if object := flow.VarOf(v.TypesInfo, s.Lhs[0]); object != nil {
				found = object
			}
		}
		return true
	})
	return found
}

// dskit reads a backoff.Config. A wait is drawn from the last bound to the double
// of it, until both are at MaxBackoff.
func (v *values) dskit(e ast.Expr) (settings, bool) {
	if _, isLiteral := v.resolved(e).(*ast.CompositeLit); !isLiteral {
		return settings{}, false
	}
	set := v.fieldsOf(e)
	s := settings{factor: 2, spread: 1.0 / 3}
	low, ok := set.duration(v, "MinBackoff", 0)
	high, known := set.duration(v, "MaxBackoff", 0)
	attempts, counted := set.number(v, "MaxRetries", 0)
	s.attempts, s.first, s.limit = int(attempts), low*3/2, high
	s.lose(foreign.L05, "the waits at the cap have no jitter in the code, and have it in the proposal")
	return s, ok && known && counted
}

// literal adds a policy that is a composite literal.
func (r *reader) literal(f *flow.Func, lit *ast.CompositeLit) {
	if !flow.IsNamed(r.TypesInfo.TypeOf(lit), "go.temporal.io/sdk/temporal", "RetryPolicy") {
		return
	}
	r.into.Found++
	v := &values{Package: r.Package, f: r.retries.Outermost(f)}
	set := v.fieldsOf(lit)
	// Temporal's defaults: a second, doubled, up to 100 times the first.
	first, okFirst := set.duration(v, "InitialInterval", time.Second)
	factor, okFactor := set.number(v, "BackoffCoefficient", 2)
	limit, okLimit := set.duration(v, "MaximumInterval", 100*first)
	attempts, okAttempts := set.number(v, "MaximumAttempts", 0)
	s := settings{first: first, factor: factor, limit: limit, attempts: int(attempts)}
	if set["NonRetryableErrorTypes"] != nil {
		s.lose(foreign.L08, "the types of errors that are not retried have to be copied")
	}
	if okFirst && okFactor && okLimit && okAttempts {
		r.propose(f, lit, "temporal.RetryPolicy", s, nil)
	}
}
