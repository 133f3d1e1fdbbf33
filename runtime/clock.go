package retry

import (
	"context"
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
