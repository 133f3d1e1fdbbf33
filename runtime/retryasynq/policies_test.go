package retryasynq_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/hibiken/asynq"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryasynq"
)

// TestPolicies gives each task the policy of its type.
func TestPolicies(t *testing.T) {
	slow := retry.New(retry.Config{Name: "slow", MaxAttempts: 7, Backoff: retry.Backoff{Delay: func(int) time.Duration { return time.Hour }}})
	policies := retryasynq.Policies{"mail:": newPolicy(), "mail:bulk": slow}
	for _, c := range []struct {
		taskType string
		wait     time.Duration // of the first retry; 0: that of asynq
		isFinal  bool          // an error that newPolicy does not retry
		options  int
	}{
		{"mail:welcome", 10 * time.Second, true, 1},
		{"mail:bulk:june", time.Hour, false, 1},
		{"charge", 0, false, 0},
	} {
		task := asynq.NewTask(c.taskType, nil)
		wait := policies.RetryDelay()(0, errDown, task)
		if c.wait > 0 && (wait < c.wait || wait > c.wait+time.Second) || c.wait == 0 && (wait < 15*time.Second || wait > 60*time.Second) {
			t.Errorf("%s waits %v", c.taskType, wait)
		}
		handler := policies.Handler(asynq.HandlerFunc(func(context.Context, *asynq.Task) error { return errDeclined }))
		err := handler.ProcessTask(t.Context(), task)
		if !errors.Is(err, errDeclined) || errors.Is(err, asynq.SkipRetry) != c.isFinal {
			t.Errorf("%s: error %v", c.taskType, err)
		}
		if got := len(policies.TaskOptions(c.taskType)); got != c.options {
			t.Errorf("%s has %d options", c.taskType, got)
		}
	}
	isFailure := policies.IsFailure()
	if isFailure(nil) || !isFailure(errDown) || isFailure(retry.RequeueAfter(time.Second)) {
		t.Error("IsFailure is wrong")
	}
	if got := (retryasynq.Policies{}).IsFailure(); got(nil) || !got(errDown) {
		t.Error("IsFailure of no policies is wrong")
	}
}
