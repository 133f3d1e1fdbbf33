package retry

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// asking is an error that asks for a wait.
type asking struct{ wait time.Duration }

func (asking) Error() string                   { return "later" }
func (a asking) NextRetryDelay() time.Duration { return a.wait }

// throttled is an error caused by too many requests.
type throttled struct{}

func (throttled) Error() string    { return "too many" }
func (throttled) Throttling() bool { return true }

// risky is an error after which a retry is unsafe.
type risky struct{}

func (risky) Error() string           { return "perhaps done" }
func (risky) RetrySafe() (bool, bool) { return false, true }

func TestDecide(t *testing.T) {
	failed, final := errors.New("failed"), errors.New("final")
	policy := New(Config{
		MaxAttempts: 3,
		Backoff:     Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * time.Second }},
		Throttling:  Backoff{Jitter: func(n int, _ uint64) time.Duration { return time.Duration(n) * time.Minute }},
		RetryAfter:  RetryAfter{Max: 10 * time.Second},
		Classify: func(err error) Class {
			if errors.Is(err, final) {
				return Stop
			}
			return Retry
		},
	})
	for _, c := range []struct {
		name    string
		attempt int
		err     error
		want    Decision
	}{
		{"nothing failed", 1, nil, Decision{}},
		{"first", 1, failed, Decision{Wait: time.Second}},
		{"second", 2, failed, Decision{Wait: 2 * time.Second}},
		{"counted from 1", 0, failed, Decision{Wait: time.Second}},
		{"used up", 3, failed, Decision{Wait: 3 * time.Second, Reason: ReasonAttempts}},
		{"beyond the limit", 9, failed, Decision{Wait: 9 * time.Second, Reason: ReasonAttempts}},
		{"throttled", 2, throttled{}, Decision{Wait: 2 * time.Minute}},
		{"final", 1, fmt.Errorf("wrapped: %w", final), Decision{Wait: time.Second, Reason: ReasonFinal}},
		{"final before used up", 3, final, Decision{Wait: 3 * time.Second, Reason: ReasonFinal}},
		{"unsafe", 1, risky{}, Decision{Wait: time.Second, Reason: ReasonFinal}},
		{"pruned", 1, Prune(failed), Decision{Wait: time.Second, Reason: ReasonPruned}},
		{"hint", 1, asking{4 * time.Second}, Decision{Wait: 4 * time.Second, Hinted: true}},
		{"bounded hint", 1, asking{time.Hour}, Decision{Wait: 10 * time.Second, Hinted: true}},
		{"hint at the end", 3, asking{4 * time.Second}, Decision{Wait: 3 * time.Second, Reason: ReasonAttempts}},
		{"requeued", 3, RequeueAfter(time.Hour), Decision{Wait: time.Hour, Hinted: true, Uncounted: true}},
	} {
		if got := policy.Decide(c.attempt, c.err); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestDecideWithoutLimit(t *testing.T) {
	policy := New(Config{RetryAfter: RetryAfter{Mode: Ignore}})
	if got := policy.Decide(1<<30, asking{time.Hour}); got != (Decision{}) {
		t.Errorf("got %+v, want another attempt at once", got)
	}
	chained := New(Config{Backoff: Backoff{Decorrelated: func(previous time.Duration, _ uint64) time.Duration {
		return 2*previous + time.Second
	}}})
	if got := chained.Decide(3, errors.New("failed")).Wait; got != 7*time.Second {
		t.Errorf("the third decorrelated wait is %v, want 7s", got)
	}
}
