package retry

import (
	"math/rand/v2"
	"sync"
	"time"
)

// Option changes a policy that is being made, see [New] and [Policy.With].
type Option func(*Policy)

// WithObserver tells o what calls do. Several observers are told in the order
// in which they were given. A nil observer is left out.
func WithObserver(o Observer) Option {
	return func(p *Policy) {
		switch o := o.(type) {
		case nil:
		case SuccessObserver:
			p.observers = append(p.observers, o)
		default:
			p.observers = append(p.observers, successEvents{o})
		}
	}
}

// WithRand draws jitter from source, for waits that can be repeated. The
// source need not be safe for concurrent use: draws take turns. A nil source
// stands for the generator of math/rand/v2, which is the default.
func WithRand(source rand.Source) Option {
	return func(p *Policy) {
		p.source = nil
		if source != nil {
			p.source = &turnTaking{source: source}
		}
	}
}

// turnTaking is a source of random numbers that goroutines may share.
type turnTaking struct {
	mu     sync.Mutex
	source rand.Source
}

// Uint64 returns the next number of the source.
func (t *turnTaking) Uint64() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.source.Uint64()
}

// WithMaxAttempts lowers the number of attempts to n, the first one included.
// It never raises it; an n below 1 is 1.
func WithMaxAttempts(n int) Option {
	return func(p *Policy) { p.config.MaxAttempts = tighter(p.config.MaxAttempts, max(n, 1)) }
}

// WithAttemptTimeout replaces the attempt timeout; 0 or less takes it away. In
// generated code whose spec has no timeout the first attempt is a plain call,
// and the timeout bounds the later ones alone.
func WithAttemptTimeout(d time.Duration) Option {
	return func(p *Policy) { p.config.AttemptTimeout = d }
}

// WithTotalTimeout lowers the total timeout to d. It never raises it; a d of
// zero or less changes nothing. In generated code whose spec has no timeout the
// first attempt is a plain call, and time counts from its failure.
func WithTotalTimeout(d time.Duration) Option {
	return func(p *Policy) {
		if now := p.config.TotalTimeout; d > 0 && (now <= 0 || d < now) {
			p.config.TotalTimeout = d
		}
	}
}

// WithQuota replaces the quota of a policy, so that several policies or
// clients can share one, or each have their own; nil takes it away. A policy
// without a quota is left as it is, because generated code feeds a quota only if
// its spec has one.
func WithQuota(q *Quota) Option {
	return func(p *Policy) {
		if p.config.Quota != nil {
			p.config.Quota = q
		}
	}
}

// tighter returns the lower of two numbers of attempts, where 0 is unlimited.
func tighter(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
