package retry_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// TestThrottlingOfEveryKind: whichever way its wait is given, throttling has
// its own.
func TestThrottlingOfEveryKind(t *testing.T) {
	for name, b := range map[string]retry.Backoff{
		"constant":     constant(5 * time.Second),
		"jitter":       {Jitter: func(int, uint64) time.Duration { return 5 * time.Second }},
		"decorrelated": {Decorrelated: func(time.Duration, uint64) time.Duration { return 5 * time.Second }},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := retry.New(retry.Config{MaxAttempts: 2, Backoff: constant(time.Second), Throttling: b})
			for err, want := range map[error]time.Duration{throttled: 5 * time.Second, errDown: time.Second} {
				s := newScript(err)
				_ = p.Do(t.Context(), s.call)
				if got := time.Since(s.start); got != want {
					t.Errorf("%s: waits %v after %v, want %v", name, got, err, want)
				}
			}
		})
	}
}

// TestTotalTimeoutWithoutWaits: the total timeout ends a call that never waits.
func TestTotalTimeoutWithoutWaits(t *testing.T) {
	for name, run := range loops {
		synctest.Test(t, func(t *testing.T) {
			s := newScript(errDown)
			s.took = 400 * ms
			p := retry.New(retry.Config{MaxAttempts: 50, TotalTimeout: time.Second})
			err := run(t.Context(), p, func(context.Context) error { return s.call(context.Background()) })
			if reasonOf(t, err) != retry.ReasonTotalTimeout || len(s.at) > 4 {
				t.Errorf("%s: %v after %d attempts", name, err, len(s.at))
			}
		})
	}
}

// TestRetryErrorAsksForItsWait: only a refusal of this client asks a caller to
// come again later, and only where it knows when.
func TestRetryErrorAsksForItsWait(t *testing.T) {
	for reason := range retry.ReasonStrategy + 1 {
		refused := reason == retry.ReasonQuota || reason == retry.ReasonBreaker
		for _, wait := range []time.Duration{0, 1} {
			got, ok := (&retry.RetryError{Reason: reason, Wait: wait}).RetryAfter()
			if ok != (refused && wait > 0) || got != wait {
				t.Errorf("%v with a wait of %v: %v, %v", reason, wait, got, ok)
			}
		}
	}
}

func TestServerFaultsAreFiveHundreds(t *testing.T) {
	for code, want := range map[status]bool{499: false, 500: true, 599: true, 600: false} {
		if retry.IsServerFault(code) != want {
			t.Errorf("status %d: %v", code, !want)
		}
	}
}

// disguised is an error of a context with the methods of a network error.
type disguised struct{ error }

func (d disguised) Timeout() bool   { return true }
func (d disguised) Temporary() bool { return true }
func (d disguised) Unwrap() error   { return d.error }

func TestContextErrorsAreNotOfTheNetwork(t *testing.T) {
	for err, want := range map[error]bool{context.Canceled: false, context.DeadlineExceeded: false, errDown: true} {
		if retry.IsNetwork(disguised{err}) != want {
			t.Errorf("%v: %v", err, !want)
		}
	}
}

// TestQuotaRefillsInSteps: a full quota saves up no time, and time counts from
// the first whole step on.
func TestQuotaRefillsInSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := retry.NewQuota(retry.QuotaConfig{Capacity: 100, RetryCost: 10, RefillPerSecond: 1})
		time.Sleep(50 * ms)
		_ = quotaPolicy(q, 2).Do(t.Context(), newScript(errDown).call)
		for _, want := range []struct {
			after  time.Duration
			tokens float64
		}{{99 * ms, 90}, {ms, 90.1}, {900 * ms, 91}} {
			time.Sleep(want.after)
			if got := q.Tokens(); got != want.tokens {
				t.Errorf("%v tokens, want %v", got, want.tokens)
			}
		}
	})
}
