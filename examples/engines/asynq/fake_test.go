package jobs_test

import (
	"errors"
	"testing"

	"github.com/hibiken/asynq"

	jobs "github.com/retrygen/retrygen/examples/engines/asynq"
	"github.com/retrygen/retrygen/runtime/retryasynq/asynqfake"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// fakeTask returns a task of policy step that fails by a script; script writes it.
func fakeTask(t *testing.T, addr string, script func(*retrytest.Func)) (*queue, *retrytest.Func) {
	q := &queue{T: t, name: "step", fail: func(int) error { return nil }}
	handler, faults := asynqfake.Handler(t, "work", jobs.StepPolicy(), asynq.HandlerFunc(q.work))
	script(faults)
	q.start(addr, handler)
	return q, faults
}

// TestFakeSucceeds fails twice, once after the work is done, and then succeeds.
func TestFakeSucceeds(t *testing.T) {
	onRedis(t, func(t *testing.T, addr string) {
		q, faults := fakeTask(t, addr, func(faults *retrytest.Func) { faults.Fail(1, errors.New("not yet")).Lost(1) })
		for retried := 1; retried <= 2; retried++ {
			if info := q.await(asynq.TaskStateRetry); info.Retried != retried {
				t.Errorf("%d retries are counted, want %d", info.Retried, retried)
			}
			if err := q.inspector.RunTask(q.name, q.id); err != nil { // do not wait for it
				t.Fatal(err)
			}
		}
		q.await(asynq.TaskStateCompleted)
		faults.Want(3)
	})
}

// TestFakeFinal makes one attempt if its error is final.
func TestFakeFinal(t *testing.T) {
	onRedis(t, func(t *testing.T, addr string) {
		q, faults := fakeTask(t, addr, func(faults *retrytest.Func) { faults.Fail(1, jobs.ErrDeclined) })
		q.await(asynq.TaskStateArchived)
		faults.Want(1)
	})
}
