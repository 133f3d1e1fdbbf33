package jobs_test

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertest"
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

// TestFakeWorker makes the attempts in River's package for tests, one by one.
func TestFakeWorker(t *testing.T) {
	db := newDatabase(t, newSQLite(t))
	driver := migrated(t, riversqlite.New(db))
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	worker, faults := riverfake.Worker[jobs.Work](t, jobs.StepPolicy(), nil)
	attempts := rivertest.NewWorker(t, driver, &river.Config{Logger: quiet}, jobs.NewStepWorker(worker))
	for _, c := range []struct {
		steps []error
		want  []river.EventKind
	}{
		{[]error{errors.New("not yet"), retrytest.Network(), nil}, []river.EventKind{river.EventKindJobFailed, river.EventKindJobFailed, river.EventKindJobCompleted}},
		{[]error{errors.New("not yet"), jobs.ErrDeclined}, []river.EventKind{river.EventKindJobFailed, river.EventKindJobCancelled}},
	} {
		var job *rivertype.JobRow
		for i, step := range c.steps {
			if step == nil {
				faults.Then()
			} else {
				faults.Fail(1, step)
			}
			var got *rivertest.WorkResult
			if job == nil {
				got, err = attempts.Work(t.Context(), t, tx, jobs.Work{}, jobs.StepInsertOpts())
			} else {
				got, err = attempts.WorkJob(t.Context(), t, tx, job)
			}
			if got == nil || got.EventKind != c.want[i] {
				t.Fatalf("attempt %d: %+v, %v, want %s", i+1, got, err, c.want[i])
			}
			job = got.Job
		}
	}
	faults.Want(5)
}
