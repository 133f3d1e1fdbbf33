package retry

import (
	"context"
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
	ctx      context.Context
	policy   *Policy
	progress progress
	delay    time.Duration
	first    error
}

// RetryCount returns the number of retries so far: 0 for the first attempt.
func (t RetryToken) RetryCount() int { return max(int(t.progress.attempts)-1, 0) }

// RetryDelay returns how long to wait before the attempt.
func (t RetryToken) RetryDelay() time.Duration { return t.delay }

// Strategy returns a strategy that decides exactly as the calls of the policy
// do. Timeouts of attempts, and the end of the total timeout during an attempt,
// are left to its caller, and observers are not told. Each scope has a quota
// of its own, equal to that of the policy; the empty scope has the policy's.
func (p *Policy) Strategy() RetryStrategy { return &strategy{policy: p} }

type strategy struct {
	policy *Policy
	mu     sync.Mutex
	scopes map[string]*Policy
}

// AcquireInitialRetryToken implements [RetryStrategy].
func (s *strategy) AcquireInitialRetryToken(ctx context.Context, scope string) (RetryToken, error) {
	t := RetryToken{ctx: ctx, policy: s.scoped(scope)}
	if ctx.Err() != nil {
		return RetryToken{}, t.refusal(ReasonContext, nil, 0)
	}
	t.progress.book().now()
	return t.admitted(nil)
}

// RefreshRetryTokenForRetry implements [RetryStrategy].
func (s *strategy) RefreshRetryTokenForRetry(t RetryToken, err error) (RetryToken, error) {
	if t.policy == nil {
		return RetryToken{}, errUntried
	}
	if t.first == nil {
		t.first = err
	}
	l := *t.progress.ledger // the token that was handed in stays as it is
	t.progress.ledger = &l
	before := t.progress.counted()
	wait, reason := t.policy.decide(t.ctx, &t.progress, err, false)
	t.settle(outcomeOf(reason, t.progress.counted() < before))
	if reason != 0 {
		return RetryToken{}, t.refusal(reason, err, wait)
	}
	t.delay = wait
	return t.admitted(err)
}

// RecordSuccess implements [RetryStrategy].
func (s *strategy) RecordSuccess(t RetryToken) {
	if t.policy == nil {
		return
	}
	t.policy.succeeded(&t.progress)
	t.settle(breakerSucceeded)
}

// settle tells the breaker, once, what became of an attempt.
func (t *RetryToken) settle(o outcome) {
	if l := t.progress.ledger; l.ticket != 0 {
		t.policy.config.Breaker.record(l.ticket, o)
		l.ticket = 0
	}
}

// admitted returns the token for the next attempt if the breaker allows it.
func (t RetryToken) admitted(last error) (RetryToken, error) {
	ticket, wait, ok := t.policy.config.Breaker.allow()
	if !ok {
		t.policy.refund(&t.progress)
		return RetryToken{}, t.refusal(ReasonBreaker, last, wait)
	}
	l := t.progress.book()
	l.ticket, l.promised = ticket, false
	t.progress.begin()
	return t, nil
}

// refusal returns the error for an attempt that must not be made.
func (t RetryToken) refusal(reason Reason, last error, wait time.Duration) error {
	e := &RetryError{Policy: t.policy.config.Name, Reason: reason, Wait: wait, Last: unmark(last)}
	e.fill(t.ctx, &t.progress)
	if t.first != nil {
		e.Errs = []error{t.first}
	}
	return e
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
