package retry_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// TestLeftLoopIsNeutral leaves a loop before an attempt is made, by a break or
// without a call of Done. The breaker must not count it, neither as a failure
// nor as a success.
func TestLeftLoopIsNeutral(t *testing.T) {
	for name, leaves := range map[string]bool{"break": true, "no Done": false} {
		synctest.Test(t, func(t *testing.T) {
			p := breakerPolicy(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 2}), 5)
			for range 3 {
				for range p.Attempts(t.Context()) {
					if leaves {
						break
					}
				}
			}
			for attempt := range p.Attempts(t.Context()) { // one failure
				if attempt.Number() == 2 {
					break
				}
				_ = attempt.Done(errDown)
			}
			if err := p.Do(t.Context(), newScript(nil).call); err != nil {
				t.Errorf("%s: after one failure of two: %v", name, err)
			}
		})
	}
}

// TestLateFailuresOfAnEarlierState begins attempts while the breaker is closed,
// and fails them after it has opened and closed again.
func TestLateFailuresOfAnEarlierState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := breakerPolicy(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 3, RecoveryTimeout: time.Second}), 1)
		var late sync.WaitGroup
		for range 3 {
			late.Go(func() {
				_ = started(t.Context(), p, func(context.Context) error { time.Sleep(time.Minute); return errDown })
			})
		}
		synctest.Wait()
		for range 3 {
			_ = started(t.Context(), p, newScript(errDown).call)
		}
		if err := started(t.Context(), p, newScript(nil).call); reasonOf(t, err) != retry.ReasonBreaker {
			t.Fatalf("after three failures: %v", err)
		}
		time.Sleep(time.Second)
		if err := started(t.Context(), p, newScript(nil).call); err != nil { // the probe closes it
			t.Fatal(err)
		}
		late.Wait()
		if err := started(t.Context(), p, newScript(nil).call); err != nil {
			t.Errorf("after late failures: %v", err)
		}
	})
}

// TestDroppedProbe drops the token of a probe. Another probe begins after ten
// recovery timeouts, and not before.
func TestDroppedProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := breakerPolicy(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Second}), 1)
		_ = started(t.Context(), p, newScript(errDown).call)
		time.Sleep(time.Second)
		probe, err := p.Strategy().AcquireInitialRetryToken(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10*time.Second - 1)
		if err := started(t.Context(), p, newScript(nil).call); reasonOf(t, err) != retry.ReasonBreaker {
			t.Errorf("while the probe may still end: %v", err)
		}
		time.Sleep(time.Nanosecond)
		if err := started(t.Context(), p, newScript(nil).call); err != nil {
			t.Errorf("after a probe that did not end: %v", err)
		}
		p.Strategy().RecordSuccess(probe) // has no effect any more
		if err := started(t.Context(), p, newScript(nil).call); err != nil {
			t.Error(err)
		}
	})
}

// TestSlowProbeStillCounts ends a probe after its place was given to another.
func TestSlowProbeStillCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := breakerPolicy(retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Second}), 1)
		_ = started(t.Context(), p, newScript(errDown).call)
		time.Sleep(time.Second)
		slow := func() {
			_ = started(t.Context(), p, func(context.Context) error { time.Sleep(15 * time.Second); return nil })
		}
		go slow()
		time.Sleep(11 * time.Second)
		go slow()
		time.Sleep(4*time.Second + 1) // the first one has ended
		for range 2 {
			if err := started(t.Context(), p, newScript(nil).call); err != nil {
				t.Errorf("after a slow probe that succeeded: %v", err)
			}
		}
		time.Sleep(time.Minute)
	})
}

// TestPanickingObserverOfAPlainFirstAttempt panics in a call that began after a
// plain first attempt, where nothing is deferred.
func TestPanickingObserverOfAPlainFirstAttempt(t *testing.T) {
	for _, kind := range []retry.EventKind{retry.RetryScheduled, retry.AttemptStarted} {
		quota := retry.NewQuota(retry.QuotaConfig{Capacity: 100, RetryCost: 10})
		p := retry.New(retry.Config{MaxAttempts: 3, Quota: quota}, retry.WithObserver(retry.ObserverFunc(func(_ context.Context, e retry.Event) {
			if e.Kind == kind {
				panic(errWhy)
			}
		})))
		for range 3 {
			func() {
				defer func() {
					if recovered := recover(); recovered != errWhy {
						t.Errorf("%v: recovered %v", kind, recovered)
					}
				}()
				_ = plainFirst(t.Context(), p, newScript(errDown).call)
			}()
		}
		if got := quota.Tokens(); got != 100 {
			t.Errorf("panics at %q leave %v tokens, and no retry was made", kind, got)
		}
	}
}

// TestTokenOfARetryThatWasNotMade hands in a token with the error of a context
// that ended, during its wait and after it.
func TestTokenOfARetryThatWasNotMade(t *testing.T) {
	for _, c := range []struct {
		name   string
		waited time.Duration
		want   float64
	}{
		{"during the wait", 2*time.Second - 1, 100},
		{"after the wait", 2 * time.Second, 90},
	} {
		synctest.Test(t, func(t *testing.T) {
			quota := retry.NewQuota(retry.QuotaConfig{Capacity: 100, RetryCost: 10})
			s := retry.New(retry.Config{MaxAttempts: 3, Quota: quota, Backoff: constant(2 * time.Second)}).Strategy()
			ctx, cancel := context.WithCancel(t.Context())
			token, err := s.AcquireInitialRetryToken(ctx, "")
			if err != nil {
				t.Fatal(err)
			}
			if token, err = s.RefreshRetryTokenForRetry(token, errDown); err != nil || quota.Tokens() != 90 {
				t.Fatalf("%v, %v tokens", err, quota.Tokens())
			}
			time.Sleep(c.waited)
			cancel()
			if _, err := s.RefreshRetryTokenForRetry(token, ctx.Err()); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if quota.Tokens() != c.want {
				t.Errorf("%s: %v tokens, want %v", c.name, quota.Tokens(), c.want)
			}
		})
	}
}

// TestDelay checks the mark of a wait that a server asked for.
func TestDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		p := retry.New(retry.Config{MaxAttempts: 3, Classify: func(err error) retry.Class {
			if errors.Is(err, errWhy) {
				return retry.Stop
			}
			return retry.Retry
		}})
		err := p.Do(t.Context(), newScript(retry.Delay(errDown, 3*time.Second), retry.Delay(errDown, 0), retry.Delay(errWhy, 5*time.Second)).call)
		if err != errWhy || time.Since(begin) != 3*time.Second {
			t.Errorf("a %T after %v: %v", err, time.Since(begin), err)
		}
		if retry.Delay(nil, time.Second) != nil {
			t.Error("no error, and yet one with a delay")
		}
	})
}
