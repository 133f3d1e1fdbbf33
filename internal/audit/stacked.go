package audit

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/audit/retrier"
)

var _ = register("RA103", "stacked", "a retry around a call that retries itself multiplies the attempts", findStacked)

func findStacked(p *pass) {
	for _, r := range p.repeatedCalls() {
		attempts, what := p.retriesItself(r)
		if what == "" {
			continue
		}
		f, at := r.outer()
		p.report(f, at, fmt.Sprintf("%s retries %s, which retries %s: %s", r.name(), types.ExprString(r.call.Fun), what, p.product(r, attempts)),
			fmt.Sprintf("retry in one of the two places: here, or in the call of %s in line %d", types.ExprString(r.call.Fun), p.Fset.Position(r.call.Pos()).Line))
	}
}

// retriesItself returns how many attempts a call makes itself, 0 if that is not
// known, and with what it retries, or "" if it does not.
func (p *pass) retriesItself(r repeated) (attempts int, what string) {
	info := r.in.Info
	callee := flow.CalleeOf(info, r.call)
	if client, ok := retrier.ClientOf(info, r.call); ok {
		if p.mentions(client.Options) {
			return 0, ""
		}
		return client.Attempts, "by default"
	}
	if callee == nil {
		return 0, ""
	}
	if inner, ok := p.Lookup(callee); ok && inner.Kind == retrier.Plain && !inner.Marked {
		return inner.Attempts, "too"
	}
	if b := p.Of(callee); b.By != "" {
		return b.Attempts, "with " + b.By
	}
	return 0, ""
}

// product says how many attempts two retries make together.
func (p *pass) product(r repeated, inner int) string {
	outer := 0
	switch {
	case r.loop != nil:
		outer = retrier.StaticBound(r.loop)
	default:
		outer = r.by.StaticAttempts()
	}
	switch {
	case outer > 0 && inner > 0:
		return fmt.Sprintf("up to %d × %d = %d attempts", outer, inner, outer*inner)
	case outer > 0:
		return fmt.Sprintf("%d times as many attempts", outer)
	case inner > 0:
		return fmt.Sprintf("each attempt makes up to %d", inner)
	}
	return "their attempts multiply"
}

// mentions reports whether the package uses one of the names.
func (p *pass) mentions(names []string) bool {
	found := false
	for _, file := range p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && slices.Contains(names, id.Name) {
				found = true
			}
			return !found
		})
	}
	return found
}
