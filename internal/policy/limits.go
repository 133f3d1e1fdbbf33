package policy

import (
	"time"

	"github.com/retrygen/retrygen/internal/distribution"
)

// limits are the limits of a call whose attempts all take the same time.
type limits struct {
	// soft shortens the wait whose sum would reach it, and lets one more
	// attempt follow; Unlimited is none.
	soft   time.Duration
	budget time.Duration // no sum may pass it; Unlimited is none
	total  time.Duration // TotalTimeout, or 0
	each   time.Duration // how long an attempt takes
}

// limits returns the limits of the policy for attempts that take so long, or as
// long as they may.
func (p *Policy) limits(attempt time.Duration) limits {
	l := limits{soft: Unlimited, budget: Unlimited, total: p.TotalTimeout, each: max(attempt, 0)}
	if p.AttemptTimeout > 0 {
		l.each = min(l.each, p.AttemptTimeout)
	}
	switch b := p.WaitBudget; {
	case b == nil:
	case b.Truncate && b.Limit > 0:
		l.soft = b.Limit
	case b.Truncate: // nothing is left for a wait, be it of zero
		l.budget = -1
	default:
		l.budget = b.Limit
	}
	return l
}

// attempts returns how long n attempts take.
func (l limits) attempts(n int) time.Duration { return distribution.Times(l.each, n) }

// hard returns the longest sum of n waits that the call makes before retry n. A
// wait has to end before the total timeout does. It may be negative.
func (l limits) hard(n int) time.Duration {
	if l.total == 0 {
		return l.budget
	}
	return min(l.budget, l.total-l.attempts(n)-1)
}

// open returns the longest sum after which the call can wait again.
func (l limits) open(n int) time.Duration {
	hard := l.hard(n)
	if l.soft < Unlimited {
		return min(hard, l.soft-1)
	}
	return hard
}

// longest returns the longest sum that the limits allow.
func (l limits) longest() time.Duration { return max(min(l.soft, l.hard(0)), 0) }
