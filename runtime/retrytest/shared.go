package retrytest

import (
	"context"
	"slices"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// event is something that happens to a policy, and reports whether an attempt was
// allowed. Before it, time passes.
type event struct {
	pause time.Duration
	does  func(retry.RetryStrategy) bool
}

// Quota promises the quota of a policy. err is an error that is retried.
func Quota(c retry.QuotaConfig, err error) Promise {
	return Promise{"quota", func(t *testing.T, policy Maker) {
		var events []event
		for _, failure := range []error{err, traits{err, throttling{}}, traits{err, timingOut{}}} {
			if isRetried(policy().Decide(1, failure)) {
				events = append(events, event{does: failing(failure)}, event{does: recovering(failure)}, event{does: succeeding})
			}
		}
		events = append(events, event{does: failing(err)}, event{time.Second, failing(err)})
		compare(t, c.Capacity+50, events, policy, retry.WithBreaker(nil),
			retry.Config{QuotaConfig: c})
	}}
}

// Breaker promises the circuit breaker of a policy. err is an error that is retried.
func Breaker(c retry.BreakerConfig, err error) Promise {
	return Promise{"circuit breaker", func(t *testing.T, policy Maker) {
		events := []event{
			{does: failing(err)}, {c.RecoveryTimeout / 2, failing(err)}, {c.RecoveryTimeout / 2, probing},
			{c.RecoveryTimeout - 1, failing(err)}, {c.RecoveryTimeout, succeeding}, {does: failing(err)},
		}
		compare(t, c.FailureThreshold+c.SuccessThreshold+5, events, policy, retry.WithQuota(nil),
			retry.Config{Breaker: retry.NewBreaker(c)})
	}}
}

// compare lets a policy and one that has nothing but what is promised see the same
// events, each several times, and compares which attempts they allow.
func compare(t *testing.T, times int, events []event, policy Maker, without retry.Option, promised retry.Config) {
	t.Helper()
	promised.MaxAttempts = policy().MaxAttempts()
	got, want := policy(without, retry.WithBackoff(retry.Backoff{}), retry.WithAttemptTimeout(0)), retry.New(promised)
	for step, event := range slices.Concat(events, events) {
		for i := range min(times, 2000) {
			time.Sleep(event.pause)
			if a, b := event.does(got.Strategy()), event.does(want.Strategy()); a != b {
				t.Errorf("step %d, time %d: allowed: %v, want %v", step+1, i+1, a, b)
				return
			}
		}
	}
}

// failing returns the event of a call whose first attempt fails, and reports whether
// it is retried.
func failing(err error) func(retry.RetryStrategy) bool {
	return func(s retry.RetryStrategy) bool {
		token, refused := s.AcquireInitialRetryToken(context.Background(), "")
		if refused != nil {
			return false
		}
		retried, refused := s.RefreshRetryTokenForRetry(token, err)
		if refused == nil {
			s.RefreshRetryTokenForRetry(retried, retry.Prune(err))
		}
		return refused == nil
	}
}

// succeeding is a call that succeeds at once.
func succeeding(s retry.RetryStrategy) bool {
	token, refused := s.AcquireInitialRetryToken(context.Background(), "")
	if refused == nil {
		s.RecordSuccess(token)
	}
	return refused == nil
}

// recovering returns the event of a success, and then of a call whose first attempt
// fails.
func recovering(err error) func(retry.RetryStrategy) bool {
	return func(s retry.RetryStrategy) bool { return succeeding(s) && failing(err)(s) }
}

// probing is two calls at a time.
func probing(s retry.RetryStrategy) bool {
	first, refused := s.AcquireInitialRetryToken(context.Background(), "")
	second, alsoRefused := s.AcquireInitialRetryToken(context.Background(), "")
	for _, token := range []retry.RetryToken{first, second} {
		if token != nil {
			s.Release(token)
		}
	}
	return refused == nil && alsoRefused == nil
}

// traits is an error that is retried like err, and has one more trait.
type traits struct{ err, trait error }

// Error returns the text of the error.
func (t traits) Error() string { return t.err.Error() }

// Unwrap returns the error and its trait.
func (t traits) Unwrap() []error { return []error{t.err, t.trait} }

type throttling struct{}

// Error returns the text of the error.
func (throttling) Error() string { return "throttling" }

// Throttling reports that the error is about too many requests.
func (throttling) Throttling() bool { return true }

type timingOut struct{}

// Error returns the text of the error.
func (timingOut) Error() string { return "timeout" }

// Timeout reports that the error is a timeout.
func (timingOut) Timeout() bool { return true }
