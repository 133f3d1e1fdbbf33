package retry

import (
	"context"
)

// Strategy returns a strategy that makes the same decisions as the calls of the
// policy, and shares their quota and breaker. It is cheap: a program may ask for
// one at each call. If the policy has a strategy, see [WithStrategy], Strategy
// returns that one.
//
// Its caller has to enforce attempt timeouts, and a total timeout that ends
// during an attempt. Observers are not notified. If a retry is refused, the
// error is a [*RetryError].
//
// Each scope has a separate quota with the configuration of the policy's, which
// all strategies of the policy share; the empty scope has the policy's quota.
// There are at most 1024 scopes; further ones share the policy's quota.
//
// A token that is never handed in holds what its retry has cost for an hour
// after its delay. A token that has to wait before its attempt is not a probe of
// a breaker: the result of its attempt counts when it is handed in.
func (p *Policy) Strategy() RetryStrategy {
	if p.strategy != nil {
		return p.strategy
	}
	return &strategy{p}
}

// strategy implements [RetryStrategy] by the decisions of a policy.
type strategy struct{ policy *Policy }

// AcquireInitialRetryToken implements [RetryStrategy].
func (s *strategy) AcquireInitialRetryToken(ctx context.Context, scope string) (RetryToken, error) {
	c := s.policy.scoped(scope).Start(ctx, "")
	if !c.live() {
		return nil, c.err
	}
	c.now()
	return c.issue()
}

// RefreshRetryTokenForRetry implements [RetryStrategy].
func (s *strategy) RefreshRetryTokenForRetry(t RetryToken, err error) (RetryToken, error) {
	own, ok := t.(*token)
	switch {
	case !ok || own == nil:
		return nil, errForeignToken
	case err == nil:
		return nil, errNoFailure
	case !own.take():
		return nil, errSpentToken
	}
	c := own.call
	wasMade := own.mayBeMade()
	if wasMade {
		c.joinBreaker()
	}
	c.state().pause = 0
	c.failed(err)
	if c.reason == 0 {
		return c.issue()
	}
	if c.reason == ReasonContext && !wasMade {
		c.giveBack()
	}
	c.err = unmark(c.err)
	return nil, c.retryError()
}

// RecordSuccess implements [RetryStrategy].
func (s *strategy) RecordSuccess(t RetryToken) {
	if own, ok := t.(*token); ok && own != nil && own.take() {
		own.call.joinBreaker()
		own.call.credit()
		own.call.settle(breakerSucceeded)
	}
}

// Release implements [RetryStrategy]. The quota gets back what the retry has
// cost, and the place of a probe is free.
func (s *strategy) Release(t RetryToken) {
	if own, ok := t.(*token); ok && own != nil && own.take() {
		own.call.giveBack()
		own.call.settle(breakerNeutral)
	}
}
