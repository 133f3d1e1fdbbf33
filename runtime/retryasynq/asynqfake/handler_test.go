package asynqfake_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/hibiken/asynq"

	"github.com/retrygen/retrygen/runtime/retryasynq/asynqfake"
)

var errDown = errors.New("down")

// recorder is a testing.TB that records what fails.
type recorder struct {
	testing.TB
	problems []string
	cleanup  func()
}

func (r *recorder) Helper()          {}
func (r *recorder) Cleanup(f func()) { r.cleanup = f }
func (r *recorder) Errorf(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// TestHandler lets tasks of one type follow a script, and leaves the rest to the real
// handler.
func TestHandler(t *testing.T) {
	var real []string
	handler, faults := asynqfake.Handler(t, "charge", nil, asynq.HandlerFunc(func(_ context.Context, task *asynq.Task) error {
		real = append(real, task.Type())
		return nil
	}))
	faults.Fail(2, errDown).Then()
	var got []error
	for _, taskType := range []string{"charge", "refund", "charge", "charge", "charge"} {
		got = append(got, handler.ProcessTask(t.Context(), asynq.NewTask(taskType, nil)))
	}
	if want := []error{errDown, nil, errDown, nil, nil}; !slices.Equal(got, want) {
		t.Errorf("the tasks end with %v, want %v", got, want)
	}
	if want := []string{"refund", "charge"}; !slices.Equal(real, want) {
		t.Errorf("the real handler had %q, want %q", real, want)
	}
	faults.Want(4)
}

// TestReports fails a test without a real handler or with a script that is left.
func TestReports(t *testing.T) {
	r := &recorder{TB: t}
	handler, faults := asynqfake.Handler(r, "charge", nil, nil)
	if err := handler.ProcessTask(t.Context(), asynq.NewTask("charge", nil)); err == nil {
		t.Error("a task without a handler succeeds")
	}
	faults.Hang(1)
	r.cleanup()
	if want := []string{
		"charge: attempt 1 has no step in the script, and there is no real charge",
		"handler_test.go:59: charge: 1 more attempts were expected: the script was not used up",
	}; !slices.Equal(r.problems, want) {
		t.Errorf("reported %q, want %q", r.problems, want)
	}
}
