package retry

import (
	"context"
	"errors"
	"time"
)

// RetryStrategy is the retry protocol of Smithy clients, for code that makes
// its attempts and its waits itself. [Policy.Strategy] returns one, and
// [WithStrategy] lets another one decide for the calls of a policy. A strategy
// is safe for concurrent use.
type RetryStrategy interface {
	// AcquireInitialRetryToken is called before the first attempt of a call. It
	// fails if that attempt must not be made. A scope is a part of the
	// dependency, such as a bucket or a shard; it may be empty.
	AcquireInitialRetryToken(ctx context.Context, scope string) (RetryToken, error)
	// RefreshRetryTokenForRetry is called after a failed attempt, with its
	// error. The caller waits for the delay of the token and makes the next
	// attempt. If it fails, there must be none.
	RefreshRetryTokenForRetry(token RetryToken, err error) (RetryToken, error)
	// RecordSuccess is called after an attempt that succeeded.
	RecordSuccess(token RetryToken)
	// Release is called with the token of an attempt that is not made, or whose
	// result nobody will know.
	Release(token RetryToken)
}

// RetryToken is the right to make one attempt. It is handed to one method of
// its strategy, once.
type RetryToken interface {
	// RetryCount returns the number of retries so far: 0 for the first attempt.
	RetryCount() int
	// RetryDelay returns how long to wait before the attempt.
	RetryDelay() time.Duration
}

// The errors of tokens that cannot be refreshed.
var (
	errForeignToken = errors.New("the retry token is of another strategy")
	errSpentToken   = errors.New("the retry token was handed in before")
	errNoFailure    = errors.New("a retry token was handed in without the error of its attempt")
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
	c.state().now()
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
