package retrytemporal

import (
	"errors"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"

	retry "github.com/retrygen/retrygen/runtime"
)

// TestFailureKnowsServer checks which errors are left to a server whose
// RetryPolicy is known.
func TestFailureKnowsServer(t *testing.T) {
	policy := retry.New(retry.Config{
		MaxAttempts: 4,
		Backoff:     retry.Backoff{Delay: func(n int) time.Duration { return min(time.Second<<(n-1), 3*time.Second) }},
	})
	doubling := &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 3 * time.Second, MaximumAttempts: 4}
	unlimited := &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2}
	down := errors.New("down")
	for _, c := range []struct {
		name    string
		server  *temporal.RetryPolicy
		attempt int32
		wait    time.Duration // 0: the error is left alone
		isFinal bool
	}{
		{"same wait", doubling, 2, 0, false},
		{"same wait at the maximum", doubling, 3, 0, false},
		{"last attempt of both", doubling, 4, 0, false},
		{"server without maximum", unlimited, 2, 0, false},
		{"server waits longer", unlimited, 3, 3 * time.Second, false},
		{"last attempt of the policy only", unlimited, 4, 0, true},
		{"unknown server", nil, 2, 2 * time.Second, false},
		{"unknown server, last attempt", nil, 4, 0, false},
	} {
		err := failure(policy, activity.Info{Attempt: c.attempt, RetryPolicy: c.server}, down)
		app, isApplication := err.(*temporal.ApplicationError)
		switch {
		case isApplication != (c.wait > 0 || c.isFinal):
			t.Errorf("%s: a %T", c.name, err)
		case isApplication && (app.NextRetryDelay() != c.wait || app.NonRetryable() != c.isFinal):
			t.Errorf("%s: delay %v, non-retryable %v", c.name, app.NextRetryDelay(), app.NonRetryable())
		}
		if !errors.Is(err, down) {
			t.Errorf("%s: %v is lost", c.name, down)
		}
	}
}
