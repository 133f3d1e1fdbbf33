package retry

import (
	"context"
	"math/rand/v2"
	"time"
)

// virtualTime is what the simulator of retrygen runs policies on. A source of
// random numbers that keeps time as well, see [WithRand], makes the policy, its
// quota and its breaker go by that time. One goroutine moves the time and makes all
// calls: a call does not wait, but says how long it would have.
type virtualTime interface {
	Now() time.Time
	// WithDeadline returns a context that ends at deadline on this clock.
	WithDeadline(ctx context.Context, deadline time.Time) context.Context
	// Decided is called when an attempt has failed, with how long the call waits
	// when Again is called next: then that time has to have passed.
	Decided(wait time.Duration)
}

// clock is the time by which a policy goes: the system's if virtual is nil.
type clock struct{ virtual virtualTime }

// keepTime makes a policy go by the time of a source of random numbers.
func (p *Policy) keepTime(source rand.Source) {
	v, ok := source.(virtualTime)
	if !ok {
		return
	}
	p.clock = clock{v}
	if b := p.config.Breaker; b != nil {
		b.clock = p.clock
	}
	if p.config.Quota == nil && p.config.QuotaConfig != (QuotaConfig{}) {
		p.config.Quota = NewQuota(p.config.QuotaConfig)
	}
	if q := p.config.Quota; q != nil {
		q.clock, q.birth = p.clock, v.Now()
	}
}

func (c clock) now() time.Time {
	if c.virtual != nil {
		return c.virtual.Now()
	}
	return time.Now()
}

func (c clock) since(t time.Time) time.Duration {
	if c.virtual != nil {
		return c.virtual.Now().Sub(t)
	}
	return time.Since(t)
}

func (c clock) until(t time.Time) time.Duration {
	if c.virtual != nil {
		return t.Sub(c.virtual.Now())
	}
	return time.Until(t)
}

// withDeadline is [context.WithDeadlineCause] by the clock.
func (c clock) withDeadline(ctx context.Context, deadline time.Time, cause error) (context.Context, context.CancelFunc) {
	if c.virtual != nil {
		return c.virtual.WithDeadline(ctx, deadline), func() {}
	}
	return context.WithDeadlineCause(ctx, deadline, cause)
}

// decided says on virtual time how long the call waits.
func (c clock) decided(wait time.Duration, reason Reason) {
	if c.virtual != nil && (reason == 0 || reason == ReasonQuota) {
		c.virtual.Decided(wait)
	}
}
