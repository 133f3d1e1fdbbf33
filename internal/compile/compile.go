// Package compile turns the policies of a spec into their compiled form.
package compile

import (
	"cmp"

	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// Policy returns the compiled form of p. Every policy that [schema.Load]
// accepts compiles; waits and limits that do not fit saturate, and a note says
// so.
func Policy(p *schema.Policy) *policy.Policy {
	name := p.Dialect.DialectName()
	c := &policy.Policy{
		Name:           p.Name,
		Description:    p.Description,
		Dialect:        name,
		System:         dialect.System(name),
		Fidelity:       cmp.Or(p.Fidelity, policy.Documented),
		AttemptTimeout: p.AttemptTimeout,
		TotalTimeout:   p.TotalTimeout,
		Breaker:        p.CircuitBreaker,
		NestedOnce:     p.NestedOnce,
	}
	if p.Origin != nil { // the dialect only carries it, and says it as documented
		c.Origin, c.System, c.Fidelity = p.Origin, p.Origin.System, policy.Documented
	}
	if p.Backoff != nil {
		c.BackoffFunc = &p.Backoff.Func
	}
	p.Dialect.Compile(c, p.Pointer.Key(name))
	p.Origin.Follow(c, p.Fidelity)
	overrideBackoff(c, p.Backoff)
	overrideErrors(c, p.Errors)
	overrideHint(c, p.RetryAfter)
	overrideQuota(c, p.Quota)
	c.NoteSaturation()
	return c
}

// overrideBackoff leaves of the waits of the dialect block the cap that it gives:
// a function computes them.
func overrideBackoff(p *policy.Policy, b *schema.Backoff) {
	if b == nil {
		return
	}
	limit := policy.Unlimited
	if b.IsCapped {
		limit = p.Backoff.Cap
	}
	p.Backoff, p.Throttling = policy.Schedule{Cap: limit}, nil
}

// overrideErrors puts the error rules of the policy before the rules of the dialect
// block.
func overrideErrors(p *policy.Policy, e schema.Errors) {
	if e.Retry != nil {
		if len(p.Stop)+len(p.Retry) > 0 {
			p.Note("errors.retry takes the place of %s in the %s block, its default included", dialect.Named(p.Dialect).ErrorKeys()[0], p.Dialect)
		}
		p.Stop, p.Retry, p.Otherwise, p.FailedStatuses = nil, e.Retry, policy.StopAll, nil
	}
	if len(e.Stop) > 0 {
		p.Stop = append(e.Stop[:len(e.Stop):len(e.Stop)], p.Stop...)
	}
}

// overrideHint replaces what the dialect does with a hint. A hint that is honored
// keeps the way in which the dialect combines it with the wait, if it has one.
func overrideHint(p *policy.Policy, r *schema.RetryAfter) {
	switch {
	case r == nil:
		return
	case !r.Respect:
		p.Hint = policy.Hint{Mode: policy.HintIgnored}
		return
	case p.Hint.Mode == policy.HintIgnored:
		p.Hint.Mode = policy.HintReplaces
	}
	if r.Max > 0 {
		p.Hint.Max, p.Hint.ByCap = r.Max, false
	}
}

// overrideQuota puts the quota of the policy in place of the quota of the dialect
// block.
func overrideQuota(p *policy.Policy, q *schema.Quota) {
	if q == nil {
		return
	}
	if p.Quota != nil {
		p.Note("quota takes the place of the retry quota of the %s block", p.Dialect)
	}
	p.Quota = q
}
