package retry_test

import (
	"context"
	"errors"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

// TestWithBreaker replaces the breaker of policies by one that they share, by
// none, and leaves a policy without a breaker alone.
func TestWithBreaker(t *testing.T) {
	down := errors.New("down")
	newPolicy := func(own *retry.Breaker, opts ...retry.Option) *retry.Policy {
		return retry.New(retry.Config{MaxAttempts: 1, Breaker: own}, opts...)
	}
	fail := func(p *retry.Policy) (calls int) {
		for range 5 {
			call := p.Start(context.Background(), "op")
			for call.Again() {
				calls++
				call.Tried(down)
			}
			call.Stop()
		}
		return calls
	}
	config := retry.BreakerConfig{FailureThreshold: 2}
	shared := retry.NewBreaker(config)
	if got := fail(newPolicy(retry.NewBreaker(config), retry.WithBreaker(shared))); got != 2 {
		t.Errorf("%d calls reach the dependency, want 2", got)
	}
	if got := fail(newPolicy(retry.NewBreaker(config), retry.WithBreaker(shared))); got != 0 {
		t.Errorf("%d calls of another policy pass the open breaker, want 0", got)
	}
	if got := fail(newPolicy(retry.NewBreaker(config), retry.WithBreaker(nil))); got != 5 {
		t.Errorf("%d calls without a breaker, want 5", got)
	}
	if got := fail(newPolicy(nil, retry.WithBreaker(shared))); got != 5 {
		t.Errorf("%d calls of a policy that has no breaker, want 5", got)
	}
	if a, b := retry.SharedBreaker("one", config), retry.SharedBreaker("one", config); a != b || a == retry.SharedBreaker("two", config) {
		t.Error("breakers of the process do not go by their names")
	}
}
