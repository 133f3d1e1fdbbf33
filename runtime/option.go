package retry

import (
	"math/rand/v2"
	"sync"
	"time"
)

// WithObserver sends the events of calls to o. Several observers are notified in
// the order in which they were given. A nil observer is ignored.
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

// WithRand draws jitter from source, for waits that can be reproduced. The
// source need not be safe for concurrent use: draws take turns. A nil source
// restores the default, the generator of math/rand/v2.
func WithRand(source rand.Source) Option {
	return func(p *Policy) {
		p.source = nil
		if source != nil {
			p.source = &turnTaking{source: source}
			p.keepTime(source)
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

// WithAttemptTimeout replaces the attempt timeout; 0 or less removes it. In
// generated code whose spec has no timeout the first attempt is a plain call,
// and the timeout bounds only the later ones.
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

// WithBackoff replaces the waits of a policy, also those after throttling, for
// example by the function of a program. The wait budget, timeouts and hints
// still apply. A zero backoff is no wait.
func WithBackoff(b Backoff) Option {
	return func(p *Policy) { p.config.Backoff, p.config.Throttling = b, Backoff{} }
}

// WithQuota replaces the quota of a policy, so that several policies or
// clients can share one, or each have their own; nil removes it. A policy
// without a quota is not changed, because generated code credits a quota only if
// its spec has one.
func WithQuota(q *Quota) Option {
	return func(p *Policy) {
		if p.config.Quota != nil || p.config.QuotaConfig != (QuotaConfig{}) {
			p.config.Quota, p.config.QuotaConfig = q, QuotaConfig{}
		}
	}
}

// WithBreaker replaces the circuit breaker of a policy, so that several policies
// or clients can share one, or each have their own; nil removes it. A policy
// without a breaker is not changed, because generated code asks a breaker only if
// its spec has one.
func WithBreaker(b *Breaker) Option {
	return func(p *Policy) {
		if p.config.Breaker != nil {
			p.config.Breaker = b
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
