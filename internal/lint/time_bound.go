package lint

import (
	"time"

	"github.com/retrygen/retrygen/schema"
)

// bound is a limit on the time of a call, as the runtime applies it.
type bound struct {
	at    schema.Pointer
	name  string
	limit time.Duration
	// waitsOnly is set if it bounds the sum of the waits, and passes is how such
	// a bound meets a wait that is too long.
	waitsOnly bool
	passes    bool
}

// timeBounds returns the bounds of the policy that the spec writes.
func (p *pass) timeBounds() []bound {
	var all []bound
	if total := p.compiled.TotalTimeout; total > 0 {
		all = append(all, bound{at: p.policy.Pointer.Key("total_timeout"), name: "total_timeout", limit: total})
	}
	if b := p.compiled.WaitBudget; b != nil {
		name := "retry_budget"
		if b.Truncate {
			name = "total_timeout"
		}
		all = append(all, bound{at: p.inBlock(name), name: name, limit: b.Limit, waitsOnly: true, passes: b.Truncate})
	}
	return all
}

// rulesOut reports whether a retry cannot start, if the waits before it and
// its own are no shorter than given. A total timeout has to leave time for the
// attempt; a budget of waits may be spent to the end, and one that shortens the
// last wait only has to have something left.
func (b bound) rulesOut(before, wait time.Duration) bool {
	switch {
	case b.passes:
		return before >= b.limit
	case b.waitsOnly:
		return add(before, wait) > b.limit
	default:
		return add(before, wait) >= b.limit
	}
}
