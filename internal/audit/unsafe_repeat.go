package audit

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/idempotency"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

var _ = register("RA104", "unsafe-repeat", "a retried call creates or charges something, and has no idempotency key", findUnsafeRepeats)

func findUnsafeRepeats(p *pass) {
	for _, r := range p.repeatedCalls() {
		if p.hasKey(r) {
			continue
		}
		switch what := p.creates(r); {
		case what == "":
		default:
			f, _ := r.outer()
			p.report(f, r.call, fmt.Sprintf("%s repeats %s after every error: an attempt that seemed to fail may have %s already", r.name(), types.ExprString(r.call.Fun), what),
				"send an idempotency key that is the same in all attempts, or retry only errors after which nothing was done")
		}
	}
}

// creates says what a repeated call may do twice, or returns "".
func (p *pass) creates(r repeated) string {
	info := r.in.Info
	if p.posts(r) {
		return "been carried out"
	}
	callee := flow.CalleeOf(info, r.call)
	if callee == nil || callee.Pkg() == nil || callee.Signature().Recv() == nil || !takesContext(callee) {
		return ""
	}
	if !idempotency.IsCreating(callee.Name()) || isNamedByCaller(callee) {
		return ""
	}
	return "been carried out"
}

// takesContext reports whether a method takes a context, as remote calls do.
func takesContext(fn *types.Func) bool {
	params := fn.Signature().Params()
	return params.Len() > 1 && flow.IsNamed(params.At(0).Type(), "context", "Context")
}

// isNamedByCaller reports whether what a method makes has a name that the caller
// gives, so that it cannot be made twice: objects of Kubernetes, and things in
// memory.
func isNamedByCaller(fn *types.Func) bool {
	path := fn.Pkg().Path()
	for _, prefix := range []string{"k8s.io/", "sigs.k8s.io/", "log/slog", "go.opentelemetry.io/"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return strings.HasPrefix(fn.Name(), "New")
}

var keyName = lazyregexp.New(`(?i)idempot|dedup|client_?token|request_?(id|token)|nonce|unique_?id|transaction_?id|if-none-match|ifnonematch|already_?exists|conflict`)

// hasKey reports whether the function with the retries names a key, or looks
// whether the thing is there already.
func (p *pass) hasKey(r repeated) bool {
	f, _ := r.outer()
	found := false
	check := func(text string) { found = found || keyName().MatchString(text) }
	ast.Inspect(p.Outermost(f).Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			check(n.Name)
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				check(n.Value)
			}
		}
		return !found
	})
	return found
}

// posts reports whether a call sends a POST: by name, or with a request that is
// made in the attempt.
func (p *pass) posts(r repeated) bool {
	info := r.in.Info
	switch flow.NameOf(info, r.call) {
	case "net/http.Post", "net/http.PostForm", "(*net/http.Client).Post", "(*net/http.Client).PostForm":
		return true
	case "(*net/http.Client).Do":
		v := flow.VarOf(info, r.call.Args[0])
		return v != nil && p.isPost(r.in, v)
	}
	return false
}

// isPost reports whether a request is made with the method POST.
func (p *pass) isPost(f *flow.Func, request *types.Var) bool {
	found := false
	ast.Inspect(p.Outermost(f).Node, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if !ok || len(s.Rhs) != 1 || flow.VarOf(f.Info, s.Lhs[0]) != request {
			return true
		}
		call, ok := s.Rhs[0].(*ast.CallExpr)
		if !ok {
			return true
		}
		method := -1
		switch flow.NameOf(f.Info, call) {
		case "net/http.NewRequest":
			method = 0
		case "net/http.NewRequestWithContext":
			method = 1
		}
		if method >= 0 {
			value := f.Info.Types[call.Args[method]].Value
			found = value != nil && constant.StringVal(value) == "POST"
		}
		return true
	})
	return found
}
