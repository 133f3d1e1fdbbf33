package retry

import (
	"context"
	"errors"
	"time"
)

// WithStrategy lets s decide for the calls of a policy: how many attempts there
// are, which errors are retried, the waits between attempts, and what retries
// cost. It replaces the attempts, the error rules, the backoff, the wait budget
// and the quota of the policy. Timeouts, the breaker, signals such as [Prune],
// [NotIdempotent] and [LimitAttempts] still apply, and so do options that follow.
// A nil strategy changes nothing.
//
// Each call acquires a token, and hands it in after its attempt. In generated
// code whose spec has no timeout and no breaker the first attempt is a plain
// call, and its token is acquired after it.
func WithStrategy(s RetryStrategy) Option {
	return func(p *Policy) {
		if s == nil {
			return
		}
		p.strategy = s
		c := &p.config
		c.MaxAttempts, c.Classify, c.WaitBudget = 0, nil, WaitBudget{}
		c.Backoff, c.Throttling = Backoff{}, Backoff{}
		c.Quota, c.QuotaConfig = nil, QuotaConfig{}
	}
}

// acquire gets the first token of a call from the strategy of the policy.
func (c *Call) acquire() bool {
	s := c.state()
	if s.token != nil {
		return true
	}
	token, err := c.policy.strategy.AcquireInitialRetryToken(c.ctx, "")
	s.token, s.refusal = token, err
	return err == nil
}

// admitted acquires the first token before the first attempt, and waits for it.
func (c *Call) admitted() bool {
	switch {
	case c.attempts > 0:
		return true
	case !c.acquire():
		return c.finish(c.refused())
	}
	c.pause = max(c.token.RetryDelay(), 0)
	c.log(c.pause, false)
	return c.pause == 0 || c.sleep() || c.finish(ReasonContext)
}

// consult asks the strategy of the policy what follows a failed attempt.
func (c *Call) consult() (time.Duration, Reason) {
	if !c.acquire() {
		return 0, c.refused()
	}
	s := c.state()
	s.token, s.refusal = c.policy.strategy.RefreshRetryTokenForRetry(s.token, c.err)
	if s.refusal != nil {
		return 0, c.refused()
	}
	wait := max(s.token.RetryDelay(), 0)
	if reason := c.fits(wait); reason != 0 {
		return wait, reason
	}
	c.log(wait, false)
	return wait, 0
}

// refused returns why a strategy has refused an attempt: the reason of a
// [RetryError], if it returned one.
func (c *Call) refused() Reason {
	c.token = nil
	if e, ok := errors.AsType[*RetryError](c.refusal); ok && e.Reason != 0 {
		c.pause = e.Wait
		return e.Reason
	}
	return ReasonStrategy
}

// release hands in the token of an attempt that is not made.
func (c *Call) release() {
	if c.callState != nil && c.token != nil {
		token := c.token
		c.token = nil
		c.policy.strategy.Release(token)
	}
}

// recordSuccess hands in the token of an attempt that succeeded.
func (c *Call) recordSuccess() {
	if c.callState != nil && c.token != nil {
		token := c.token
		c.token = nil
		c.policy.strategy.RecordSuccess(token)
	}
}

// distinctRefusal returns the error of the strategy if it says more than the
// error of the call.
func (c *Call) distinctRefusal() error {
	if _, ok := errors.AsType[*RetryError](c.refusal); ok || errors.Is(c.err, c.refusal) {
		return nil
	}
	return c.refusal
}

// successWithToken hands in a token for a call whose first attempt, a plain
// call, has succeeded.
func (p *Policy) successWithToken(ctx context.Context) {
	if token, err := p.strategy.AcquireInitialRetryToken(ctx, ""); err == nil {
		p.strategy.RecordSuccess(token)
	}
}
