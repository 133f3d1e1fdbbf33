package retry

import "context"

// Do calls f until it succeeds or the policy ends the call, and returns what
// [Call.Err] returns. It does not call f at all if ctx has ended. f has to use
// the context it is given, which ends with the attempt.
func (p *Policy) Do(ctx context.Context, f func(context.Context) error) error {
	c := p.Start(ctx, "")
	defer c.Stop()
	for c.live() && c.Again() {
		c.Tried(f(c.Context()))
	}
	return c.Err()
}

// DoValue is [Policy.Do] for a function that returns a value. With the error it
// returns the value of the last attempt.
func DoValue[T any](ctx context.Context, p *Policy, f func(context.Context) (T, error)) (T, error) {
	var value T
	c := p.Start(ctx, "")
	defer c.Stop()
	for c.live() && c.Again() {
		var err error
		value, err = f(c.Context())
		c.Tried(err)
	}
	return value, c.Err()
}

// live ends a call whose context has ended before its first attempt.
func (c *Call) live() bool {
	if c.progress.phase == fresh && c.ctx.Err() != nil {
		return c.finish(ReasonContext)
	}
	return true
}
