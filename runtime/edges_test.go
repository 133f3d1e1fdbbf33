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
