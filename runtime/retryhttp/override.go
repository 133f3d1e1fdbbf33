package retryhttp

import (
	"context"
	"fmt"
)

// ruleKey is the key of the rule that a context sets for its request.
type ruleKey struct{}

// ownRule is a prepared rule of a context, or the error in it.
type ownRule struct {
	rule
	hasMethods, hasStatuses bool
	err                     error
}

// WithRule returns a context whose requests follow r in place of the rule that
// the first [Transport] on their way has for them. Methods and Statuses that are
// nil, and Keyed and FinalProxyErrors that are false, stay as that rule has them; a
// rule whose Policy is nil lets the requests pass through. The rule is prepared
// here, once for all requests of the context, and an error in it is the error of
// every request.
//
//	ctx = retryhttp.WithRule(ctx, retryhttp.Rule{Policy: policy.With(retry.WithMaxAttempts(2))})
//	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
func WithRule(ctx context.Context, r Rule) context.Context {
	prepared, err := newRule(r, "")
	if err != nil {
		err = fmt.Errorf("retryhttp: the rule in the context: %w", err)
	}
	return context.WithValue(ctx, ruleKey{}, &ownRule{prepared, r.Methods != nil, r.Statuses != nil, err})
}

// withoutRule returns a context for the attempts of a request, so that a
// transport below follows its own rule.
func withoutRule(ctx context.Context) context.Context {
	if own, _ := ctx.Value(ruleKey{}).(*ownRule); own == nil {
		return ctx
	}
	return context.WithValue(ctx, ruleKey{}, (*ownRule)(nil))
}

// in returns the rule with what it leaves to the transport's rule for the request.
func (o *ownRule) in(of *rule) *rule {
	r := o.rule
	r.name = of.name
	r.keyed, r.noProxy = r.keyed || of.keyed, r.noProxy || of.noProxy
	if !o.hasMethods {
		r.methods = of.methods
	}
	if !o.hasStatuses {
		r.statuses = of.statuses
	}
	return &r
}

// ruleOf returns the rule for a request: the one in its context, if there is one.
func ruleOf(ctx context.Context, found *rule) (*rule, error) {
	own, _ := ctx.Value(ruleKey{}).(*ownRule)
	if own == nil {
		return found, nil
	}
	return own.in(found), own.err
}
