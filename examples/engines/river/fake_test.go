package jobs_test

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/riverqueue/river/rivertype"

	jobs "github.com/retrygen/retrygen/examples/engines/river"
	"github.com/retrygen/retrygen/runtime/retryriver/riverfake"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// fakeJob returns a job of policy step on SQLite that fails by a script; script writes
// it.
func fakeJob(t *testing.T, script func(*retrytest.Func)) (*queue[*sql.Tx], *retrytest.Func) {
	real := &failing{fail: func(int) error { return nil }}
	worker, faults := riverfake.Worker(t, jobs.StepPolicy(), real)
	script(faults)
	q := &queue[*sql.Tx]{T: t, name: "step", worker: real}
	driver := migrated(t, openSQLite(t, newSQLite(t)))
	q.start(newClient(t, driver, "step", nil, jobs.NewStepWorker(worker)), "step")
	return q, faults
}

// TestFakeSucceeds fails twice, once after the work is done, and then succeeds.
func TestFakeSucceeds(t *testing.T) {
	q, faults := fakeJob(t, func(faults *retrytest.Func) {
		faults.Fail(1, errors.New("not yet")).Lost(1)
	})
	for attempt := 1; attempt <= 2; attempt++ {
		q.awaitFailure(attempt)
		if _, err := q.client.JobRetry(t.Context(), q.id); err != nil { // do not wait for it
			t.Fatal(err)
		}
	}
	if job := q.awaitState(rivertype.JobStateCompleted); job.Attempt != 3 {
		t.Errorf("the job is completed at attempt %d", job.Attempt)
	}
	faults.Want(3)
}

// TestFakeFinal makes one attempt if its error is final.
func TestFakeFinal(t *testing.T) {
	q, faults := fakeJob(t, func(faults *retrytest.Func) { faults.Fail(1, jobs.ErrDeclined) })
	q.awaitState(rivertype.JobStateCancelled)
	faults.Want(1)
}
