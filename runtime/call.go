package retry

import (
	"context"
	"errors"
	"time"
)

// errUntried stands for the error of a call that has not made an attempt.
var errUntried = errors.New("no attempt was made")

// Call is one call under a policy. It is a value for the stack of the function
// that makes the call: it must not be copied after its first use, and is not
// for concurrent use. [Policy.Failed] and [Policy.Start] make one.
type Call struct {
	policy    *Policy
	ctx       context.Context // the caller's
	operation string
	err       error // of the last attempt; in the end, what the call returns
	attempts  int32 // begun so far; stays at the greatest number
	phase     phase
	reason    Reason // why there is no further attempt
	*ledger          // nil until needed
}

// Failed begins a call whose first attempt, made by the caller, returned err.
// It is what generated code uses, so that a first attempt that succeeds costs
// a comparison or two:
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

// Succeeded takes note of a call whose first attempt succeeded: it credits the
// quota of the policy and tells its observers. Code that begins a call with
// [Policy.Failed] only after a failure calls it after a success; a [Call] that
// was started notes its own success.
func (p *Policy) Succeeded(ctx context.Context, operation string) {
	if p.watched {
		p.succeededAtOnce(ctx, operation)
	}
}

// succeededAtOnce is apart from Succeeded so that callers inline the latter.
func (p *Policy) succeededAtOnce(ctx context.Context, operation string) {
	if q := p.config.Quota; q != nil {
		q.clean()
	}
	p.observeSuccess(ctx, operation, 1)
}

// Start begins a call before its first attempt. It is for policies with an
// attempt timeout, a total timeout or a breaker, which concern the first
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
// it has reported false it does so for ever.
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
	if c.ledger == nil {
		return c.ctx
	}
	return c.attemptContext()
}

// Tried takes the result of an attempt: nil is success.
//
//go:noinline
func (c *Call) Tried(err error) {
	if err != nil || c.policy.watched {
		c.tried(err)
		return
	}
	c.err, c.phase = nil, ended
}

// Err returns what the call returns: nil after a success, the last error as it
// is if it was not worth a retry, else a [*RetryError]; nil as well if the
// policy gave up and says [Continue].
func (c *Call) Err() error { return c.err }

// GaveUp reports whether the call failed because the policy would not go on:
// its attempts, time, budget or quota were used up or its breaker was open.
// Then a fallback may step in. It is false for an error that was not worth a
// retry and if the caller's context had ended.
func (c *Call) GaveUp() bool { return c.reason.gaveUp() }

// Stop releases what an attempt holds. Deferred, it does so even if the
// attempt, or an observer, panics. It may be called more than once.
func (c *Call) Stop() {
	if l := c.ledger; l != nil {
		c.settle(breakerFailed)
		c.refund()
		l.scope.end()
	}
}

// again is Again of a call that has to wait first, or to end.
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

// holdBack waits before a call returns that its quota refused: a caller that
// loops must not be let loose by the refusal. It reports whether the caller's
// context is still alive then.
func (c *Call) holdBack() bool {
	c.log(c.wait(), false)
	return c.sleep()
}

// begin begins an attempt.
func (c *Call) begin() bool {
	if c.policy.watched && !c.admit() {
		return false
	}
	c.phase = trying
	c.count()
	c.observe(Event{Kind: AttemptStarted})
	if c.ledger != nil {
		c.promised = false
	}
	return true
}

// admit asks the breaker for an attempt and makes its context.
func (c *Call) admit() bool {
	ticket, wait, ok := c.policy.config.Breaker.allow()
	if !ok {
		c.refund()
		c.book().pause = wait
		return c.finish(ReasonBreaker)
	}
	l := c.book()
	l.ticket = ticket
	c.enter(l)
	return true
}

// tried is Tried where there is more to do than to take a success. Once the
// call has ended it changes nothing.
func (c *Call) tried(err error) {
	switch {
	case c.phase != trying:
	case err != nil:
		c.failed(err)
	default:
		c.err = nil
		c.succeeded()
	}
}

// next takes a decision.
func (c *Call) next(wait time.Duration, reason Reason) {
	c.phase, c.reason = decided, reason
	if wait > 0 {
		c.book().pause = wait
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
	c.next(c.decide(c.timedOut()))
	if l := c.ledger; l != nil {
		c.settle(outcomeOf(c.reason, c.counted() < before))
		l.scope.end()
	}
}

// succeeded takes the success of an attempt.
func (c *Call) succeeded() {
	c.phase = ended
	c.credit()
	c.settle(breakerSucceeded)
	c.Stop()
	c.policy.observeSuccess(c.ctx, c.operation, int(c.attempts))
}

// settle tells the breaker, once, what became of an attempt.
func (c *Call) settle(o outcome) {
	if l := c.ledger; l != nil && l.ticket != 0 {
		c.policy.config.Breaker.record(l.ticket, o)
		l.ticket = 0
	}
}

// observeSuccess tells the observers that a call succeeded.
func (p *Policy) observeSuccess(ctx context.Context, operation string, attempts int) {
	for _, o := range p.observers {
		o.ObserveSuccess(ctx, p.config.Name, operation, attempts)
	}
}

// observe completes an event and tells the observers.
func (c *Call) observe(e Event) {
	if len(c.policy.observers) > 0 {
		c.notify(e)
	}
}

// notify is observe where there are observers. If one of them panics before a
// retry begins, the quota gets back what the retry has paid: code that began
// the call with [Policy.Failed] does not defer [Call.Stop].
func (c *Call) notify(e Event) {
	panics := true
	defer func() {
		if panics {
			c.refund()
		}
	}()
	e.Policy, e.Operation, e.Attempt = c.policy.config.Name, c.operation, int(c.attempts)
	for _, o := range c.policy.observers {
		o.Observe(c.ctx, e)
	}
	panics = false
}
