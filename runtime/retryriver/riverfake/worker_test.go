package riverfake_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/retrygen/retrygen/runtime/retryriver/riverfake"
)

var errDown = errors.New("down")

// args are the arguments of a job.
type args struct{}

func (args) Kind() string { return "charge" }

// charging is a worker that counts its jobs.
type charging struct {
	river.WorkerDefaults[args]
	jobs int
}

func (c *charging) Work(context.Context, *river.Job[args]) error { c.jobs++; return nil }
func (*charging) Timeout(*river.Job[args]) time.Duration         { return time.Minute }

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

// TestWorker lets jobs follow a script, and leaves the rest to the real worker.
func TestWorker(t *testing.T) {
	real, job := &charging{}, &river.Job[args]{JobRow: &rivertype.JobRow{}}
	worker, faults := riverfake.Worker(t, nil, river.Worker[args](real))
	faults.Fail(2, errDown).Then()
	var got []error
	for range 4 {
		got = append(got, worker.Work(t.Context(), job))
	}
	if want := []error{errDown, errDown, nil, nil}; !slices.Equal(got, want) || real.jobs != 1 {
		t.Errorf("Work returns %v, and the real worker had %d jobs", got, real.jobs)
	}
	if worker.Timeout(job) != time.Minute {
		t.Errorf("the timeout is %v", worker.Timeout(job))
	}
	faults.Want(4)
}

// TestReports fails a test without a real worker or with a script that is left.
func TestReports(t *testing.T) {
	r, job := &recorder{TB: t}, &river.Job[args]{JobRow: &rivertype.JobRow{}}
	worker, faults := riverfake.Worker[args](r, nil, nil)
	if err := worker.Work(t.Context(), job); err == nil || worker.Timeout(job) != 0 {
		t.Errorf("Work returns %v", err)
	}
	faults.Hang(1)
	r.cleanup()
	if want := []string{
		"charge: attempt 1 has no step in the script, and there is no real charge",
		"worker_test.go:71: charge: 1 more attempts were expected: the script was not used up",
	}; !slices.Equal(r.problems, want) {
		t.Errorf("reported %q, want %q", r.problems, want)
	}
}
