package retry_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

func breakerPolicy(b *retry.Breaker, attempts int) *retry.Policy {
	return retry.New(retry.Config{MaxAttempts: attempts, Breaker: b, Classify: func(err error) retry.Class {
		if errors.Is(err, errWhy) {
			return retry.Stop
		}
		return retry.Retry
	}})
}

// TestBreaker follows one breaker through its states. Each step is a call, made
// some time after the step before.
func TestBreaker(t *testing.T) {
	type step struct {
		after    time.Duration
		errs     []error
		attempts int
		open     bool // the call ends at the open breaker
	}
	fail, ok, final := []error{errDown}, []error{nil}, []error{errWhy}
	config := retry.BreakerConfig{FailureThreshold: 3, RecoveryTimeout: 10 * time.Second}
	tests := map[string]struct {
		config   retry.BreakerConfig
		attempts int
		steps    []step
	}{
		"opens at the threshold":        {config, 1, []step{{0, fail, 1, false}, {0, fail, 1, false}, {0, fail, 1, false}, {0, ok, 0, true}, {9 * time.Second, ok, 0, true}}},
		"a success ends the row":        {config, 1, []step{{0, fail, 1, false}, {0, fail, 1, false}, {0, ok, 1, false}, {0, fail, 1, false}, {0, fail, 1, false}, {0, ok, 1, false}}},
		"a final error is an answer":    {config, 1, []step{{0, fail, 1, false}, {0, fail, 1, false}, {0, final, 1, false}, {0, fail, 1, false}, {0, ok, 0, true}}},
		"every attempt counts":          {config, 9, []step{{0, fail, 3, true}, {0, ok, 0, true}}},
		"a probe closes it":             {config, 1, []step{{0, fail, 1, false}, {0, fail, 1, false}, {0, fail, 1, false}, {10 * time.Second, ok, 1, false}, {0, fail, 1, false}, {0, ok, 1, false}}},
		"and it opens again":            {config, 9, []step{{0, fail, 3, true}, {10 * time.Second, ok, 1, false}, {0, fail, 3, true}, {0, ok, 0, true}}},
		"a failed probe reopens it":     {config, 1, []step{{0, fail, 1, false}, {0, fail, 1, false}, {0, fail, 1, false}, {10 * time.Second, fail, 1, false}, {9 * time.Second, ok, 0, true}, {time.Second, ok, 1, false}}},
		"a final probe decides nothing": {config, 1, []step{{0, fail, 1, false}, {0, fail, 1, false}, {0, fail, 1, false}, {10 * time.Second, final, 1, false}, {0, final, 1, false}, {0, ok, 1, false}}},
		"two probes close it":           {retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Second, SuccessThreshold: 2}, 1, []step{{0, fail, 1, false}, {time.Second, ok, 1, false}, {0, fail, 1, false}, {0, ok, 0, true}}},
		"the default":                   {retry.BreakerConfig{}, 9, []step{{0, fail, 5, true}, {30*time.Second - 1, ok, 0, true}, {1, ok, 1, false}}},
	}
	for name, test := range tests {
		for loop, run := range loops {
			if loop == "Failed" {
				continue // the breaker does not see its first attempt
			}
			synctest.Test(t, func(t *testing.T) {
				p := breakerPolicy(retry.NewBreaker(test.config), test.attempts)
				for i, step := range test.steps {
					time.Sleep(step.after)
					s := newScript(step.errs...)
					s.at = nil
					err := run(t.Context(), p, func(ctx context.Context) error {
						if ctx.Err() != nil {
							return ctx.Err() // the attempt that Attempts has to offer
						}
						return s.call(ctx)
					})
					e, _ := errors.AsType[*retry.RetryError](err)
					open := e != nil && e.Reason == retry.ReasonBreaker
					if len(s.at) != step.attempts || open != step.open {
						t.Errorf("%s, %s, step %d: %d attempts, %v", name, loop, i+1, len(s.at), err)
					}
				}
			})
		}
	}
}

func TestOpenBreakerSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := breakerPolicy(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: 10 * time.Second}), 1)
		_ = started(t.Context(), p, newScript(errDown).call)
		time.Sleep(4 * time.Second)
		err := started(t.Context(), p, newScript(nil).call)
		e, _ := errors.AsType[*retry.RetryError](err)
		if e == nil || e.Attempts != 0 || e.Last != nil || e.Wait != 6*time.Second || !strings.Contains(err.Error(), "client-side circuit breaker") {
			t.Fatalf("%+v", e)
		}
		// A retrying caller waits until the breaker lets it try again.
		s := newScript(err, nil)
		if err := plainFirst(t.Context(), retry.New(retry.Config{}), s.call); err != nil || s.at[1] != 6*time.Second {
			t.Errorf("the caller tried at %v: %v", s.at, err)
		}
		if _, err := p.Strategy().AcquireInitialRetryToken(t.Context(), ""); err != nil {
			t.Errorf("half open, but %v", err)
		}
	})
}

func TestHalfOpenBreakerLimitsProbes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := breakerPolicy(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Second, Probes: 2, SuccessThreshold: 2}), 1)
		_ = started(t.Context(), p, newScript(errDown).call)
		time.Sleep(time.Second)
		var mu sync.Mutex
		made := 0
		for range 5 {
			go func() {
				_ = started(t.Context(), p, func(context.Context) error {
					mu.Lock()
					made++
					mu.Unlock()
					time.Sleep(time.Second)
					return nil
				})
			}()
		}
		synctest.Wait()
		if made != 2 {
			t.Errorf("%d probes at a time, want 2", made)
		}
		time.Sleep(2 * time.Second)
		if err := started(t.Context(), p, newScript(nil).call); err != nil {
			t.Errorf("two probes succeeded, but %v", err)
		}
	})
}

// TestLateOutcomesAreNotProbes: attempts from before the breaker opened end while
// it is half open.
func TestLateOutcomesAreNotProbes(t *testing.T) {
	for _, late := range []error{nil, errDown} {
		synctest.Test(t, func(t *testing.T) {
			p := breakerPolicy(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Second, SuccessThreshold: 2}), 1)
			attempt := func(took time.Duration, result error) {
				_ = started(context.Background(), p, func(context.Context) error {
					time.Sleep(took)
					return result
				})
			}
			go attempt(3*time.Second, late)
			synctest.Wait()
			attempt(0, errDown)
			time.Sleep(time.Second)
			go attempt(5*time.Second, nil) // the probe
			time.Sleep(3 * time.Second)
			if err := started(t.Context(), p, newScript(nil).call); reasonOf(t, err) != retry.ReasonBreaker {
				t.Errorf("late %v: a second probe at a time: %v", late, err)
			}
			time.Sleep(3 * time.Second)
			if err := started(t.Context(), p, newScript(nil).call); err != nil {
				t.Errorf("late %v: after one of two probes: %v", late, err)
			}
			if err := started(t.Context(), p, newScript(errDown, errDown).call); err != errDown {
				t.Errorf("late %v: after two probes: %v", late, err)
			}
		})
	}
}

func TestStrategyFeedsTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := breakerPolicy(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 2, RecoveryTimeout: time.Second}), 9)
		s := p.Strategy()
		token, err := s.AcquireInitialRetryToken(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		token, err = s.RefreshRetryTokenForRetry(token, errDown)
		if err != nil || token.RetryCount() != 1 {
			t.Fatalf("retry %d, %v", token.RetryCount(), err)
		}
		if _, err = s.RefreshRetryTokenForRetry(token, errDown); reasonOf(t, err) != retry.ReasonBreaker {
			t.Errorf("after two failures: %v", err)
		}
		time.Sleep(time.Second)
		probe, err := s.AcquireInitialRetryToken(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		s.RecordSuccess(probe)
		for range 2 {
			if _, err := s.AcquireInitialRetryToken(t.Context(), ""); err != nil {
				t.Errorf("after a probe that succeeded: %v", err)
			}
		}
	})
}

// TestPanickingProbeIsAFailure: the probe's place must not be lost.
func TestPanickingProbeIsAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := breakerPolicy(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Second}), 1)
		_ = started(t.Context(), p, newScript(errDown).call)
		time.Sleep(time.Second)
		func() {
			defer func() { _ = recover() }()
			_ = started(t.Context(), p, func(context.Context) error { panic(errWhy) })
		}()
		if err := started(t.Context(), p, newScript(nil).call); reasonOf(t, err) != retry.ReasonBreaker {
			t.Errorf("after a probe that panicked: %v", err)
		}
		time.Sleep(time.Second)
		if err := started(t.Context(), p, newScript(nil).call); err != nil {
			t.Errorf("the next probe was refused: %v", err)
		}
	})
}

// TestBreakerDuringAWaitGivesTheCostBack: the retry was paid for, but the
// breaker opened before it began.
func TestBreakerDuringAWaitGivesTheCostBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, q := retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 2}), retry.NewQuota(retry.QuotaConfig{Capacity: 100, RetryCost: 10})
		p := retry.New(retry.Config{Backoff: constant(time.Second), Breaker: b, Quota: q})
		other := breakerPolicy(b, 1)
		time.AfterFunc(500*ms, func() { _ = other.Do(context.Background(), newScript(errDown).call) })
		err := started(t.Context(), p, newScript(errDown).call)
		if reasonOf(t, err) != retry.ReasonBreaker || q.Tokens() != 100 || !errors.Is(err, errDown) {
			t.Errorf("%v, %v tokens", err, q.Tokens())
		}
	})
}
