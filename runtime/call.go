package retry

import (
	"context"
	"time"
)

// Failed begins a call whose first attempt was made by the caller and returned
// err. Generated code uses it, so that a first attempt that succeeds costs only a
// comparison or two:
//
//	v, err := next.Get(ctx, key)
//	if err == nil {
//		policy.Succeeded(ctx, "Store.Get")
//		return v, nil
//	}
//	call := policy.Failed(ctx, "Store.Get", err)
//	for call.Again() {
//		v, err = next.Get(call.Context(), key)
//		call.Tried(err)
//	}
//	return v, call.Err()
func (p *Policy) Failed(ctx context.Context, operation string, err error) (c Call) {
	if ctx == nil {
		ctx = context.Background()
	}
	c.policy, c.ctx, c.operation, c.err = p, ctx, operation, err
	c.attempts = 1
	c.next(c.decide(false))
	return c
}

// Succeeded records a call whose first attempt succeeded: it credits the quota
// of the policy and notifies its observers. Code that begins a call with
// [Policy.Failed] after a failure calls Succeeded after a success. A [Call] that
// was begun with [Policy.Start] records its success itself.
func (p *Policy) Succeeded(ctx context.Context, operation string) {
	if p.watched {
		p.succeededAtOnce(ctx, operation)
	}
}

// succeededAtOnce is separate so that callers can inline Succeeded.
func (p *Policy) succeededAtOnce(ctx context.Context, operation string) {
	if q := p.config.Quota; q != nil {
		q.clean()
	}
	if p.strategy != nil {
		p.successWithToken(ctx)
	}
	p.observeSuccess(ctx, operation, 1)
}

// Start begins a call before its first attempt. Use it for policies with an
// attempt timeout, a total timeout or a breaker, which apply to the first
// attempt as well:
//
//	call := policy.Start(ctx, "Store.Get")
//	defer call.Stop()
//	for call.Again() {
//		v, err = next.Get(call.Context(), key)
//		call.Tried(err)
//	}
//	return v, call.Err()
//
// The first attempt is made even if ctx has ended, as a plain call would be;
// [Policy.Do] makes none.
func (p *Policy) Start(ctx context.Context, operation string) Call {
	if ctx == nil {
		ctx = context.Background()
	}
	return Call{policy: p, ctx: ctx, operation: operation, err: errUntried}
}

// Again reports whether to make an attempt now, and waits before a retry. Once
// it has reported false, it always does.
func (c *Call) Again() bool {
	if c.phase == ready {
		c.phase = trying
		return true
	}
	return c.err != nil && c.again()
}

// Context and Tried are not inlined: they follow a failure, where a nanosecond
// counts less than the time to compile a copy of them into every method of a
// client, a fifth of it.

// Context returns the context for the attempt that Again has just allowed.
//
//go:noinline
func (c *Call) Context() context.Context {
	if c.callState == nil {
		return c.ctx
	}
	return c.attemptContext()
}

// Tried records the result of an attempt: nil is success.
//
//go:noinline
func (c *Call) Tried(err error) {
	if err != nil || c.policy.watched {
		c.tried(err)
		return
	}
	c.err, c.phase = nil, ended
}

// Err returns the error of the call: nil after a success, the last error
// unchanged if it was not worth a retry, else a [*RetryError]. It is also nil if
// the policy gave up and its OnFailure is [Continue].
func (c *Call) Err() error { return c.err }

// GaveUp reports whether the call failed because the policy allowed no further
// attempt: its attempts, time, wait budget or quota were used up, or its breaker
// was open. Then a fallback may answer. GaveUp is false if the error was not
// worth a retry and if the caller's context had ended.
func (c *Call) GaveUp() bool { return c.reason.gaveUp() }

// Stop releases what an attempt holds. Deferred, it does so even if the
// attempt, or an observer, panics. It may be called more than once.
func (c *Call) Stop() {
	if s := c.callState; s != nil {
		c.settle(breakerFailed)
		c.refund()
		c.release()
		s.scope.end()
	}
}

// again is Again for a call that has to wait first, or to end.
func (c *Call) again() bool {
	switch {
	case c.phase == fresh:
		return c.begin()
	case c.phase != decided:
		return false
	case c.reason == ReasonQuota && !c.holdBack():
		return c.finish(ReasonContext)
	case c.reason != 0:
		return c.finish(c.reason)
	}
	c.observe(Event{Kind: RetryScheduled, Delay: c.wait(), Err: c.err})
	if !c.sleep() {
		c.refund()
		return c.finish(ReasonContext)
	}
	return c.begin()
}

// holdBack waits before a call whose retry the quota refused returns, so that a
// caller that loops is slowed down all the same. It reports whether the
// caller's context is still alive after the wait.
func (c *Call) holdBack() bool {
	c.log(c.wait(), false)
	return c.sleep()
}

// begin begins an attempt.
func (c *Call) begin() bool {
	if c.policy.admits && !c.admit() {
		return c.refuse()
	}
	c.phase = trying
	c.count()
	c.observe(Event{Kind: AttemptStarted})
	if c.callState != nil {
		c.promised = false
	}
	return true
}

// admit asks the breaker for an attempt and makes its context.
func (c *Call) admit() bool {
	if c.policy.strategy != nil && !c.admitted() {
		return false
	}
	ticket, wait, ok := c.policy.config.Breaker.allow()
	if !ok {
		c.refund()
		c.state().pause = wait
		return c.finish(ReasonBreaker)
	}
	s := c.state()
	s.ticket = ticket
	c.enter(s)
	return true
}

// tried is Tried where there is more to do than to record a success. It does
// nothing once the call has ended.
func (c *Call) tried(err error) {
	switch {
	case c.phase != trying:
	case err != nil:
		c.failed(err)
	case c.released():
		c.err = nil
		c.succeeded()
	}
}

// next records a decision.
func (c *Call) next(wait time.Duration, reason Reason) {
	c.phase, c.reason = decided, reason
	c.policy.clock.decided(wait, reason)
	if wait > 0 {
		c.state().pause = wait
	} else if reason == 0 && !c.policy.watched {
		c.phase = ready
		c.count()
	}
}

// failed decides what follows an attempt that failed.
func (c *Call) failed(err error) {
	c.remember(c.err)
	c.err = err
	before := c.counted()
	timedOut := c.timedOut()
	if timedOut {
		c.err = c.scope.explained(err)
	}
	c.next(c.decide(timedOut))
	if s := c.callState; s != nil {
		c.settle(outcomeOf(c.reason, c.counted() < before))
		if !c.iterates || c.reason == 0 || !s.scope.release() {
			s.scope.end()
		}
	}
}

// succeeded records the success of an attempt.
func (c *Call) succeeded() {
	c.phase = ended
	c.credit()
	c.recordSuccess()
	c.settle(breakerSucceeded)
	c.Stop()
	c.policy.observeSuccess(c.ctx, c.operation, int(c.attempts))
}

// settle reports the outcome of an attempt to the breaker, once.
func (c *Call) settle(o outcome) {
	if s := c.callState; s != nil && s.ticket != 0 {
		c.policy.config.Breaker.record(s.ticket, o)
		s.ticket = 0
	}
}
