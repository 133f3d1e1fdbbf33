package retrytest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// Maker is a function that returns a policy, as generated code has them.
type Maker = func(opts ...retry.Option) *retry.Policy

// Promise is something that a policy keeps.
type Promise struct {
	name  string
	check func(t *testing.T, policy Maker)
}

// Test checks the promises of a policy, each as a test with a name. Time is virtual.
func Test(t *testing.T, policy Maker, promises ...Promise) {
	t.Helper()
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { p.check(t, policy) })
		})
	}
}

// Other returns an error that no matcher names.
func Other() error { return errors.New("another error") }

// Attempts promises that a call makes at most n attempts; 0 is unlimited.
func Attempts(n int) Promise {
	return Promise{fmt.Sprintf("%d attempts", n), func(t *testing.T, policy Maker) {
		if got := policy().MaxAttempts(); got != n {
			t.Errorf("the policy makes %d attempts, want %d", got, n)
		}
	}}
}

// Wait promises the bounds of the wait before a retry, counted from 1.
func Wait(n int, shortest, longest time.Duration) Promise {
	return Promise{fmt.Sprintf("wait %d", n), func(t *testing.T, policy Maker) {
		if low, high := policy().Bounds(n); low != shortest || high != longest {
			t.Errorf("the policy waits %s before retry %d, want %s", span(low, high), n, span(shortest, longest))
		}
	}}
}

// ThrottledWait promises the bounds of the wait before a retry after err, an error of
// a busy server.
func ThrottledWait(n int, err error, shortest, longest time.Duration) Promise {
	return Promise{fmt.Sprintf("wait %d after throttling", n), func(t *testing.T, policy Maker) {
		wantDecided(t, policy, n, err, shortest, longest)
	}}
}

// Hint promises the bounds of the wait after the first attempt if err asks for a wait
// of after.
func Hint(err error, after, shortest, longest time.Duration) Promise {
	return Promise{fmt.Sprintf("asked to wait %v", after), func(t *testing.T, policy Maker) {
		wantDecided(t, policy, 1, retry.Delay(err, after), shortest, longest)
	}}
}

// wantDecided compares the bounds of the wait after an attempt that failed.
func wantDecided(t *testing.T, policy Maker, attempt int, err error, shortest, longest time.Duration) {
	t.Helper()
	low := policy(retry.WithRand(constant(0))).Decide(attempt, err).Wait
	high := policy(retry.WithRand(constant(math.MaxUint64))).Decide(attempt, err).Wait
	if low != shortest || high != longest {
		t.Errorf("the policy waits %s before retry %d, want %s", span(low, high), attempt, span(shortest, longest))
	}
}

// Retries promises that an error is worth another attempt.
func Retries(what string, err error) Promise {
	return Promise{"retries " + what, func(t *testing.T, policy Maker) {
		if d := decide(t, policy, err); !isRetried(d) {
			t.Errorf("%v is not retried: %v", err, d.Reason)
		}
	}}
}

// Stops promises that an error is final.
func Stops(what string, err error) Promise {
	return Promise{"stops at " + what, func(t *testing.T, policy Maker) {
		if d := decide(t, policy, err); isRetried(d) {
			t.Errorf("%v is retried", err)
		}
	}}
}

// decide returns what follows a first attempt that failed with err. The zero value of
// an error type may be of no use: then the test is skipped.
func decide(t *testing.T, policy Maker, err error) retry.Decision {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Skipf("a zero %T cannot be asked: %v", err, p)
		}
	}()
	return policy().Decide(1, err)
}

// isRetried reports whether the error is worth another attempt, leaving aside limits.
func isRetried(d retry.Decision) bool {
	return d.Reason == 0 || d.Reason == retry.ReasonAttempts
}

// Statuses promises which HTTP status codes from 100 to 599 are retried: pairs of the
// lowest and the highest code of each range.
func Statuses(ranges ...int) Promise {
	return Promise{"statuses", func(t *testing.T, policy Maker) {
		p := policy()
		for code := 100; code <= 599; code++ {
			if got, want := isRetried(p.Decide(1, Status(code))), inRanges(code, ranges); got != want {
				t.Errorf("status %d is retried: %v, want %v", code, got, want)
			}
		}
	}}
}

// inRanges reports whether a number is in one of the ranges.
func inRanges(n int, ranges []int) bool {
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i] <= n && n <= ranges[i+1] {
			return true
		}
	}
	return false
}

// AttemptTimeout promises the bound of one attempt; 0 is no bound.
func AttemptTimeout(d time.Duration) Promise {
	return Promise{"attempt timeout", func(t *testing.T, policy Maker) {
		if got := policy().AttemptTimeout(); got != d {
			t.Errorf("an attempt may take %v, want %v", got, d)
		}
	}}
}

// TimedOut promises whether an attempt that its timeout ended is retried.
func TimedOut(isRetried bool) Promise {
	return Promise{"timed out attempt", func(t *testing.T, policy Maker) {
		n := 0
		free(policy)().Do(t.Context(), func(ctx context.Context) error {
			if n++; n > 1 {
				return nil
			}
			<-ctx.Done()
			return context.Cause(ctx)
		})
		if got := n > 1; got != isRetried {
			t.Errorf("an attempt that timed out is retried: %v, want %v", got, isRetried)
		}
	}}
}

// TotalTimeout promises the bound of a whole call; 0 is no bound.
func TotalTimeout(d time.Duration) Promise {
	return Promise{"total timeout", func(t *testing.T, policy Maker) {
		var got time.Duration
		free(policy)(retry.WithAttemptTimeout(0)).Do(t.Context(), func(ctx context.Context) error {
			if deadline, ok := ctx.Deadline(); ok {
				got = time.Until(deadline)
			}
			return nil
		})
		if got != d {
			t.Errorf("a call may take %v, want %v", got, d)
		}
	}}
}

// Budget promises the bound of the sum of the waits of a call: a wait that would pass
// it is cut if cuts is set, and else ends the call. err is an error that is retried.
func Budget(limit time.Duration, cuts bool, err error) Promise {
	return Promise{"wait budget", func(t *testing.T, policy Maker) {
		waits := func(wait time.Duration) []time.Duration {
			return delays(free(policy)(retry.WithBackoff(retry.Backoff{Delay: func(int) time.Duration { return wait }})), err, 1)
		}
		if got := waits(limit); len(got) != 1 || got[0] != limit {
			t.Errorf("of waits of %v the policy makes %v", limit, got)
		}
		got := waits(limit + 1)
		if cuts && (len(got) != 1 || got[0] != limit) || !cuts && len(got) != 0 {
			t.Errorf("of waits of %v the policy makes %v", limit+1, got)
		}
	}}
}

// free returns a maker of policies without quota and breaker, which calls share.
func free(policy Maker) Maker {
	return func(opts ...retry.Option) *retry.Policy {
		return policy(append(opts, retry.WithQuota(nil), retry.WithBreaker(nil))...)
	}
}

// delays returns the first waits of a call whose attempts all fail.
func delays(p *retry.Policy, err error, most int) []time.Duration {
	s := p.Strategy()
	var all []time.Duration
	token, refused := s.AcquireInitialRetryToken(context.Background(), "")
	for refused == nil && len(all) < most {
		if token, refused = s.RefreshRetryTokenForRetry(token, err); refused == nil {
			all = append(all, token.RetryDelay())
		}
	}
	return all
}

// Continues promises that a call whose attempts all fail returns no error.
func Continues(err error) Promise {
	return Promise{"continues after giving up", func(t *testing.T, policy Maker) {
		got := free(policy)(retry.WithMaxAttempts(1)).Do(t.Context(), func(context.Context) error { return err })
		if got != nil {
			t.Errorf("the call returns %v", got)
		}
	}}
}

// NestedOnce promises that a call inside an attempt of another one makes one attempt.
func NestedOnce(err error) Promise {
	return Promise{"nested once", func(t *testing.T, policy Maker) {
		p, inner := free(policy)(retry.WithMaxAttempts(2)), 0
		p.Do(t.Context(), func(ctx context.Context) error {
			p.Do(ctx, func(context.Context) error { inner++; return err })
			return nil
		})
		if inner != 1 {
			t.Errorf("the inner call makes %d attempts", inner)
		}
	}}
}
