package retry

import "context"

// Do calls f until it succeeds or the policy ends the call, and returns what
// [Call.Err] returns. It does not call f if ctx has already ended. f has
// to use its context, which ends with the attempt.
func (p *Policy) Do(ctx context.Context, f func(context.Context) error) error {
	if p.early || ctx == nil || ctx.Err() != nil {
		return p.doFromStart(ctx, f)
	}
	err := f(ctx)
	if err == nil {
		p.Succeeded(ctx, "")
		return nil
	}
	c := p.Failed(ctx, "", err)
	for c.Again() {
		c.Tried(f(ctx))
	}
	return c.Err()
}

// doFromStart is Do for a policy that has to see the first attempt, or a context
// that forbids it.
func (p *Policy) doFromStart(ctx context.Context, f func(context.Context) error) error {
	c := p.Start(ctx, "")
	defer c.Stop()
	for c.live() && c.Again() {
		c.Tried(f(c.Context()))
	}
	return c.Err()
}

// DoValue is [Policy.Do] for a function that returns a value. With the error it
// returns the value of the last attempt.
func DoValue[T any](ctx context.Context, p *Policy, f func(context.Context) (T, error)) (value T, err error) {
	err = p.Do(ctx, func(ctx context.Context) (err error) {
		value, err = f(ctx)
		return err
	})
	return value, err
}

// live ends a call whose context has ended before its first attempt.
func (c *Call) live() bool {
	if c.phase == fresh && c.ctx.Err() != nil {
		return c.finish(ReasonContext)
	}
	return true
}
