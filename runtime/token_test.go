package retry_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// acquired returns the first token of a call.
func acquired(t *testing.T, s retry.RetryStrategy, scope string) retry.RetryToken {
	t.Helper()
	token, err := s.AcquireInitialRetryToken(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// refreshed returns the token of the retry that follows an attempt.
func refreshed(t *testing.T, s retry.RetryStrategy, token retry.RetryToken) retry.RetryToken {
	t.Helper()
	next, err := s.RefreshRetryTokenForRetry(token, errDown)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func TestStrategiesOfAPolicyShareItsScopes(t *testing.T) {
	quota := retry.NewQuota(retry.QuotaConfig{Capacity: 10, RetryCost: 10})
	p := retry.New(retry.Config{MaxAttempts: 3, Quota: quota})
	for i, strategy := range []retry.RetryStrategy{p.Strategy(), p.Strategy(), p.With().Strategy()} {
		for _, scope := range []string{"", "a"} {
			_, err := strategy.RefreshRetryTokenForRetry(acquired(t, p.Strategy(), scope), errDown)
			if isFirst := i == 0; (err == nil) != isFirst {
				t.Errorf("strategy %d, scope %q: %v", i, scope, err)
			}
		}
	}
}

func TestATokenIsHandedInOnce(t *testing.T) {
	quota := retry.NewQuota(retry.QuotaConfig{Capacity: 100, RetryCost: 10})
	s := retry.New(retry.Config{MaxAttempts: 9, Quota: quota}).Strategy()
	first := acquired(t, s, "")
	second := refreshed(t, s, first)
	if _, err := s.RefreshRetryTokenForRetry(first, errDown); err == nil || quota.Tokens() != 90 {
		t.Errorf("the first token again: %v, %v tokens", err, quota.Tokens())
	}
	s.RecordSuccess(first)
	s.Release(first)
	if quota.Tokens() != 90 {
		t.Errorf("a spent token changed the quota: %v tokens", quota.Tokens())
	}
	s.Release(second)
	s.Release(second)
	if _, err := s.RefreshRetryTokenForRetry(second, errDown); err == nil || quota.Tokens() != 100 {
		t.Errorf("a released token: %v, %v tokens", err, quota.Tokens())
	}
	if _, err := s.RefreshRetryTokenForRetry(acquired(t, s, ""), nil); err == nil {
		t.Error("a token was refreshed without an error")
	}
	if _, err := s.RefreshRetryTokenForRetry(ownToken{}, errDown); err == nil {
		t.Error("a token of another strategy was refreshed")
	}
	s.RecordSuccess(ownToken{})
	s.Release(nil)
}

// TestDroppedTokensExpire drops tokens that hold a whole quota.
func TestDroppedTokensExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quota := retry.NewQuota(retry.QuotaConfig{Capacity: 30, RetryCost: 10})
		s := retry.New(retry.Config{MaxAttempts: 3, Quota: quota, Backoff: constant(time.Minute)}).Strategy()
		var late retry.RetryToken
		for range 3 {
			late = refreshed(t, s, acquired(t, s, ""))
		}
		time.Sleep(time.Hour + time.Minute)
		if _, err := s.RefreshRetryTokenForRetry(acquired(t, s, ""), errDown); reasonOf(t, err) != retry.ReasonQuota {
			t.Errorf("before the tokens expire: %v", err)
		}
		time.Sleep(time.Nanosecond)
		refreshed(t, s, acquired(t, s, ""))
		if quota.Tokens() != 20 {
			t.Errorf("%v of 30 tokens, want 20", quota.Tokens())
		}
		s.RecordSuccess(late) // a success as any other: it holds nothing
		if quota.Tokens() != 20 {
			t.Errorf("an expired token was paid back twice: %v tokens", quota.Tokens())
		}
	})
}

// TestWaitingTokenIsNoProbe lets a call be the probe while a token waits.
func TestWaitingTokenIsNoProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		breaker := retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 2, RecoveryTimeout: time.Second})
		p := retry.New(retry.Config{MaxAttempts: 9, Breaker: breaker, Backoff: constant(10 * time.Second)})
		s := p.Strategy()
		waiting := refreshed(t, s, acquired(t, s, ""))
		_ = started(t.Context(), p.With(retry.WithMaxAttempts(1)), newScript(errDown).call) // opens it
		if _, err := s.AcquireInitialRetryToken(t.Context(), ""); reasonOf(t, err) != retry.ReasonBreaker {
			t.Errorf("while it is open: %v", err)
		}
		time.Sleep(time.Second)
		if err := started(t.Context(), p, newScript(nil).call); err != nil {
			t.Errorf("the token takes the place of the probe: %v", err)
		}
		time.Sleep(9 * time.Second)
		waiting = refreshed(t, s, waiting) // one failure
		time.Sleep(10 * time.Second)
		next, err := s.RefreshRetryTokenForRetry(waiting, errDown) // the second one opens it
		if err != nil {
			t.Fatalf("the breaker is closed after the wait: %v", err)
		}
		if _, err := s.AcquireInitialRetryToken(t.Context(), ""); reasonOf(t, err) != retry.ReasonBreaker {
			t.Errorf("results of waiting tokens do not count: %v", err)
		}
		time.Sleep(10 * time.Second)
		s.RecordSuccess(next) // the probe
		if err := started(t.Context(), p, newScript(nil).call); err != nil {
			t.Error(err)
		}
	})
}

func TestShortWaitInAnOpenBreakerIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		breaker := retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Minute})
		quota := retry.NewQuota(retry.QuotaConfig{Capacity: 100, RetryCost: 10})
		s := retry.New(retry.Config{MaxAttempts: 9, Breaker: breaker, Quota: quota, Backoff: constant(10 * time.Second)}).Strategy()
		_, err := s.RefreshRetryTokenForRetry(acquired(t, s, ""), errDown)
		e, _ := errors.AsType[*retry.RetryError](err)
		if e == nil || e.Reason != retry.ReasonBreaker || e.Wait != time.Minute || quota.Tokens() != 100 {
			t.Errorf("%+v, %v tokens", e, quota.Tokens())
		}
	})
}

func TestReleasedProbeFreesItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		breaker := retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1, RecoveryTimeout: time.Second})
		p := retry.New(retry.Config{MaxAttempts: 1, Breaker: breaker})
		_ = started(t.Context(), p, newScript(errDown).call)
		time.Sleep(time.Second)
		s := p.Strategy()
		s.Release(acquired(t, s, ""))
		if err := started(t.Context(), p, newScript(nil).call); err != nil {
			t.Error(err)
		}
	})
}

// TestConcurrentTokensLoseNothing drives tokens and calls from 64 goroutines.
func TestConcurrentTokensLoseNothing(t *testing.T) {
	quota := retry.NewQuota(retry.QuotaConfig{Capacity: 1000, RetryCost: 7})
	p := retry.New(retry.Config{MaxAttempts: 9, Quota: quota})
	var group sync.WaitGroup
	for range 64 {
		group.Go(func() {
			for n := range 200 {
				s := p.Strategy()
				token, err := s.AcquireInitialRetryToken(context.Background(), "")
				if err != nil {
					t.Error(err)
					return
				}
				token, err = s.RefreshRetryTokenForRetry(token, errDown)
				switch {
				case err != nil:
				case n%2 == 0:
					s.RecordSuccess(token)
				default:
					s.Release(token)
				}
				_ = plainFirst(context.Background(), p, newScript(errDown, nil).call)
			}
		})
	}
	group.Wait()
	if quota.Tokens() != 1000 {
		t.Errorf("%v of 1000 tokens are left", quota.Tokens())
	}
}

func TestWithBackoffReplacesTheWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := retry.New(retry.Config{MaxAttempts: 3, Throttling: constant(time.Hour)},
			retry.WithBackoff(retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * time.Second }}))
		call := newScript(throttled)
		_ = p.Do(t.Context(), call.call)
		if want := []time.Duration{0, time.Second, 3 * time.Second}; !slices.Equal(call.at, want) {
			t.Errorf("attempts at %v, want %v", call.at, want)
		}
	})
}

// ownStrategy is a strategy of a program: it retries twice, and notes what it
// is asked.
type ownStrategy struct {
	asked []string
	first error
	last  error
}

type ownToken struct{ retries int }

func (t ownToken) RetryCount() int           { return t.retries }
func (t ownToken) RetryDelay() time.Duration { return time.Duration(t.retries) * time.Second }

func (s *ownStrategy) AcquireInitialRetryToken(context.Context, string) (retry.RetryToken, error) {
	s.asked = append(s.asked, "acquire")
	return ownToken{}, s.first
}

func (s *ownStrategy) RefreshRetryTokenForRetry(t retry.RetryToken, err error) (retry.RetryToken, error) {
	s.asked = append(s.asked, "refresh")
	if t.RetryCount() == 2 {
		return nil, s.last
	}
	return ownToken{t.RetryCount() + 1}, nil
}

func (s *ownStrategy) RecordSuccess(retry.RetryToken) { s.asked = append(s.asked, "succeed") }
func (s *ownStrategy) Release(retry.RetryToken)       { s.asked = append(s.asked, "release") }

func TestWithStrategy(t *testing.T) {
	errNo := errors.New("no more")
	for name, run := range loops {
		for _, c := range []struct {
			name  string
			own   ownStrategy
			call  *script
			took  time.Duration
			want  error
			asked []string
		}{
			{"success", ownStrategy{}, newScript(nil), 0, nil, []string{"acquire", "succeed"}},
			{"two retries", ownStrategy{}, newScript(errDown, errDown, nil), 3 * time.Second, nil,
				[]string{"acquire", "refresh", "refresh", "succeed"}},
			{"refused", ownStrategy{last: errNo}, newScript(errDown), 3 * time.Second, errNo,
				[]string{"acquire", "refresh", "refresh", "refresh"}},
			{"pruned", ownStrategy{}, newScript(retry.Prune(errWhy)), 0, errWhy, nil},
			{"refused by another policy", ownStrategy{last: &retry.RetryError{Reason: retry.ReasonQuota, Last: errDown}}, newScript(errDown),
				3 * time.Second, errDown, []string{"acquire", "refresh", "refresh", "refresh"}},
		} {
			synctest.Test(t, func(t *testing.T) {
				begin, own := time.Now(), c.own
				p := retry.New(retry.Config{MaxAttempts: 1, Quota: retry.NewQuota(retry.QuotaConfig{})}, retry.WithStrategy(&own))
				call := *c.call
				err := run(t.Context(), p, call.call)
				if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) || time.Since(begin) != c.took {
					t.Errorf("%s, %s: %v after %v", name, c.name, err, time.Since(begin))
				}
				if c.asked != nil && !slices.Equal(own.asked, c.asked) {
					t.Errorf("%s, %s: asked %v, want %v", name, c.name, own.asked, c.asked)
				}
				if p.Strategy() != retry.RetryStrategy(&own) {
					t.Error("the policy has another strategy")
				}
			})
		}
	}
}

// TestWithStrategyReleasesTokens cancels a call during a wait, and lets a
// strategy refuse the first attempt.
func TestWithStrategyReleasesTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		own := &ownStrategy{}
		err := started(ctx, retry.New(retry.Config{}, retry.WithStrategy(own)), newScript(errDown).call)
		if reasonOf(t, err) != retry.ReasonDeadline || !slices.Equal(own.asked, []string{"acquire", "refresh", "release"}) {
			t.Errorf("%v, asked %v", err, own.asked)
		}
		refusing, call := &ownStrategy{first: errWhy}, newScript(nil)
		err = started(t.Context(), retry.New(retry.Config{Name: "p"}, retry.WithStrategy(refusing)), call.call)
		if reasonOf(t, err) != retry.ReasonStrategy || !errors.Is(err, errWhy) || len(call.at) != 0 {
			t.Errorf("%v after %d calls", err, len(call.at))
		}
		if want := "Store.Get: policy p: gave up after 0 attempts: refused by the retry strategy: shutting down"; err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	})
}
