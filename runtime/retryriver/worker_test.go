package retryriver_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryriver"
)

var (
	errDown     = errors.New("down")
	errDeclined = errors.New("declined")
)

// busy is a throttling error, with a hint unless its wait is 0.
type busy struct{ wait time.Duration }

func (busy) Error() string                       { return "busy" }
func (busy) Throttling() bool                    { return true }
func (b busy) RetryAfter() (time.Duration, bool) { return b.wait, b.wait > 0 }

// args are the arguments of a job.
type args struct{}

func (args) Kind() string { return "work" }

// failing is a worker that returns err.
type failing struct {
	river.WorkerDefaults[args]
	err error
}

func (f *failing) Work(context.Context, *river.Job[args]) error { return f.err }
func (*failing) Timeout(*river.Job[args]) time.Duration         { return time.Minute }
func (*failing) Middleware(*rivertype.JobRow) []rivertype.WorkerMiddleware {
	return make([]rivertype.WorkerMiddleware, 3)
}

// newPolicy returns a policy of 4 attempts that waits n seconds before retry n,
// n minutes after throttling, and does not retry errDeclined.
func newPolicy(opts ...retry.Option) *retry.Policy {
	return retry.New(retry.Config{
		MaxAttempts: 4,
		Backoff:     retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * time.Second }},
		Throttling:  retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * time.Minute }},
		Classify: func(err error) retry.Class {
			if errors.Is(err, errDeclined) {
				return retry.Final
			}
			return retry.Retry
		},
	}, opts...)
}

// newJob returns a job at an attempt.
func newJob(attempt int) *river.Job[args] {
	return &river.Job[args]{JobRow: &rivertype.JobRow{ID: 7, Attempt: attempt, MaxAttempts: 4}}
}

// TestNextRetry checks when River runs a job again after a failure.
func TestNextRetry(t *testing.T) {
	for _, c := range []struct {
		name    string
		err     error
		attempt int
		want    time.Duration
	}{
		{"backoff", errDown, 1, time.Second},
		{"later backoff", errDown, 3, 3 * time.Second},
		{"hint", busy{90 * time.Second}, 2, 90 * time.Second},
		{"throttling", busy{}, 2, 2 * time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			worker, job := retryriver.NewWorker(&failing{err: c.err}, newPolicy()), newJob(c.attempt)
			if err := worker.Work(t.Context(), job); err != c.err {
				t.Errorf("%s: Work returned %v", c.name, err)
			}
			if wait := time.Until(worker.NextRetry(job)); wait != c.want {
				t.Errorf("%s: retry after %v, want %v", c.name, wait, c.want)
			}
			if wait, want := time.Until(worker.NextRetry(job)), time.Duration(c.attempt)*time.Second; wait != want {
				t.Errorf("%s: the wait of one failure is used again: %v, want %v", c.name, wait, want)
			}
		})
	}
}

// TestWorkVerdicts checks what Work returns to River.
func TestWorkVerdicts(t *testing.T) {
	pruned := retry.Prune(errDown)
	for _, c := range []struct {
		name    string
		err     error
		attempt int
		want    error
	}{
		{"success", nil, 1, nil},
		{"retried", errDown, 3, errDown},
		{"final", errDeclined, 1, river.JobCancel(errDeclined)},
		{"final at the last attempt", errDeclined, 4, river.JobCancel(errDeclined)},
		{"pruned", pruned, 1, river.JobCancel(pruned)},
		{"attempts used up", errDown, 4, errDown},
		{"requeued", retry.RequeueAfter(7 * time.Second), 1, river.JobSnooze(7 * time.Second)},
		{"requeued at the last attempt", retry.RequeueAfter(7 * time.Second), 4, river.JobSnooze(7 * time.Second)},
	} {
		worker := retryriver.NewWorker(&failing{err: c.err}, newPolicy())
		got := worker.Work(t.Context(), newJob(c.attempt))
		if text(got) != text(c.want) || isCancel(got) != isCancel(c.want) || snooze(got) != snooze(c.want) {
			t.Errorf("%s: Work returned %T %v, want %T %v", c.name, got, got, c.want, c.want)
		}
	}
}

// TestPolicyLimitBelowJobLimit cancels a job when the policy has fewer attempts
// than the job was inserted with.
func TestPolicyLimitBelowJobLimit(t *testing.T) {
	worker := retryriver.NewWorker(&failing{err: errDown}, newPolicy(retry.WithMaxAttempts(2)))
	if err := worker.Work(t.Context(), newJob(1)); isCancel(err) {
		t.Errorf("attempt 1: %v", err)
	}
	if err := worker.Work(t.Context(), newJob(2)); !isCancel(err) {
		t.Errorf("attempt 2 of 2: %v, want a cancelled job", err)
	}
}

// TestStoppedWorker leaves the error of a worker that shuts down alone.
func TestStoppedWorker(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	worker := retryriver.NewWorker(&failing{err: errDeclined}, newPolicy())
	if err := worker.Work(ctx, newJob(1)); err != errDeclined {
		t.Errorf("Work returned %v", err)
	}
}

// TestDelegates checks what the policy leaves to the wrapped worker.
func TestDelegates(t *testing.T) {
	worker := retryriver.NewWorker(&failing{}, newPolicy())
	if timeout := worker.Timeout(newJob(1)); timeout != time.Minute {
		t.Errorf("timeout %v, want the worker's", timeout)
	}
	if n := len(worker.Middleware(newJob(1).JobRow)); n != 3 {
		t.Errorf("%d middlewares, want the worker's 3", n)
	}
	worker = retryriver.NewWorker(&failing{}, newPolicy(retry.WithAttemptTimeout(3*time.Second)))
	if timeout := worker.Timeout(newJob(1)); timeout != 3*time.Second {
		t.Errorf("timeout %v, want the policy's", timeout)
	}
}

// TestClientRetryPolicy checks the waits for workers without a policy.
func TestClientRetryPolicy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policy := retryriver.ClientRetryPolicy(newPolicy())
		for attempt := 1; attempt < 4; attempt++ {
			if wait := time.Until(policy.NextRetry(newJob(attempt).JobRow)); wait != time.Duration(attempt)*time.Second {
				t.Errorf("attempt %d: %v", attempt, wait)
			}
		}
	})
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func isCancel(err error) bool {
	_, ok := errors.AsType[*river.JobCancelError](err)
	return ok
}

func snooze(err error) time.Duration {
	if s, ok := errors.AsType[*river.JobSnoozeError](err); ok {
		return s.Duration
	}
	return 0
}
