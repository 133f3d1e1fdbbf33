package retry

import (
	"context"
	"os"
	"sync/atomic"
)

// disabledEverywhere turns retries off in the whole process, for the night on
// which they do harm.
var disabledEverywhere = os.Getenv("RETRYGEN_DISABLE") == "1"

// overridden is set once any context has an override, so that calls of a
// program that uses none need not search their contexts.
var overridden atomic.Bool

func init() { overridden.Store(disabledEverywhere) }

// overrideKey is the key of an override in a context.
type overrideKey struct{}

// override holds the limits that a context sets for calls made with it.
type override struct {
	attempts int  // the greatest number of attempts; 0 is unlimited
	nested   bool // made inside an attempt of a policy with NestedOnce
}

// Disabled returns a context under which no call is retried: each call makes its
// first attempt and returns its result.
func Disabled(ctx context.Context) context.Context { return LimitAttempts(ctx, 1) }

// LimitAttempts returns a context under which each call makes at most n
// attempts, the first one included. It never raises the limit of a policy or of
// a context around it; an n below 1 is 1.
func LimitAttempts(ctx context.Context, n int) context.Context {
	o, _ := ctx.Value(overrideKey{}).(override)
	o.attempts = tighter(o.attempts, max(n, 1))
	return withOverride(ctx, o)
}

// markNested returns a context that marks calls made with it as calls inside an
// attempt.
func markNested(ctx context.Context) context.Context {
	o, _ := ctx.Value(overrideKey{}).(override)
	if o.nested {
		return ctx
	}
	o.nested = true
	return withOverride(ctx, o)
}

func withOverride(ctx context.Context, o override) context.Context {
	overridden.Store(true)
	return context.WithValue(ctx, overrideKey{}, o)
}

// limit returns the number of attempts that a call may make under ctx, 0 for
// unlimited, and the reason for which the last of them ends it.
func (p *Policy) limit(ctx context.Context) (attempts int, last Reason) {
	if disabledEverywhere {
		return 1, ReasonDisabled
	}
	attempts = p.config.MaxAttempts
	o, ok := ctx.Value(overrideKey{}).(override)
	if !ok {
		return attempts, ReasonAttempts
	}
	if o.nested && p.config.NestedOnce {
		o.attempts = 1
	}
	if o.attempts == 1 {
		return 1, ReasonDisabled
	}
	return tighter(attempts, o.attempts), ReasonAttempts
}
