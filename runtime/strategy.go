package retry

import (
	"context"
	"slices"
	"sync"
	"time"
)

// maxScopes bounds the quotas of a strategy. Scopes beyond it share the quota
// of the policy.
const maxScopes = 1 << 10

// RetryStrategy is the retry protocol of Smithy clients, for code that makes
// its attempts and its waits itself. [Policy.Strategy] implements it.
type RetryStrategy interface {
	// AcquireInitialRetryToken is called before the first attempt of a call. It
	// fails if that attempt must not be made.
	AcquireInitialRetryToken(ctx context.Context, scope string) (RetryToken, error)
	// RefreshRetryTokenForRetry is called after a failed attempt, with its
	// error. The caller waits for [RetryToken.RetryDelay] and makes the next
	// attempt. If it fails, with a [*RetryError], there must be none.
	RefreshRetryTokenForRetry(token RetryToken, err error) (RetryToken, error)
	// RecordSuccess is called once after an attempt that succeeded.
	RecordSuccess(token RetryToken)
}

// RetryToken is the right to make one attempt.
type RetryToken struct {
	call   Call
	issued time.Time
}

// RetryCount returns the number of retries so far: 0 for the first attempt.
func (t RetryToken) RetryCount() int { return max(int(t.call.attempts)-1, 0) }

// RetryDelay returns how long to wait before the attempt.
func (t RetryToken) RetryDelay() time.Duration { return t.call.wait() }

// Strategy returns a strategy that makes the same decisions as the calls of the
// policy. Its caller has to enforce attempt timeouts, and a total timeout that
// ends during an attempt. Observers are not notified. Each scope has a separate
// quota with the configuration of the policy's; the empty scope has the policy's
// quota.
func (p *Policy) Strategy() RetryStrategy { return &strategy{policy: p} }

type strategy struct {
	policy *Policy
	mu     sync.Mutex
	scopes map[string]*Policy
}

// AcquireInitialRetryToken implements [RetryStrategy].
func (s *strategy) AcquireInitialRetryToken(ctx context.Context, scope string) (RetryToken, error) {
	c := s.scoped(scope).Start(ctx, "")
	if !c.live() {
		return RetryToken{}, c.err
	}
	c.state().now()
	return c.token()
}

// RefreshRetryTokenForRetry implements [RetryStrategy].
func (s *strategy) RefreshRetryTokenForRetry(t RetryToken, err error) (RetryToken, error) {
	if t.call.policy == nil {
		return RetryToken{}, errUntried
	}
	c := t.call
	state := *c.callState // do not change the token that was handed in
	state.errs, state.pause = slices.Clone(state.errs), 0
	c.callState = &state
	c.failed(err)
	if c.reason != 0 {
		if c.reason == ReasonContext && time.Since(t.issued) < t.RetryDelay() {
			c.giveBack() // the wait was cut short, and the retry not made
		}
		c.err = unmark(c.err)
		return RetryToken{}, c.retryError()
	}
	return c.token()
}

// RecordSuccess implements [RetryStrategy].
func (s *strategy) RecordSuccess(t RetryToken) {
	if t.call.policy != nil {
		t.call.credit()
		t.call.settle(breakerSucceeded)
	}
}

// token returns the token for the next attempt if the breaker allows it.
func (c *Call) token() (RetryToken, error) {
	ticket, barred, ok := c.policy.config.Breaker.allow()
	if !ok {
		c.refund()
		c.pause, c.reason = barred, ReasonBreaker
		return RetryToken{}, c.retryError()
	}
	c.ticket, c.promised = ticket, false
	c.count()
	return RetryToken{*c, time.Now()}, nil
}

// scoped returns the policy with the quota of a scope.
func (s *strategy) scoped(scope string) *Policy {
	q := s.policy.config.Quota
	if q == nil || scope == "" {
		return s.policy
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.scopes[scope]; ok {
		return p
	}
	if len(s.scopes) >= maxScopes {
		return s.policy
	}
	if s.scopes == nil {
		s.scopes = make(map[string]*Policy)
	}
	p := s.policy.With(WithQuota(NewQuota(q.config)))
	s.scopes[scope] = p
	return p
}
