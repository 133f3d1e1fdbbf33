// Package riverfake makes jobs of River fail by a script, in a client with a database
// or in River's package rivertest.
//
//	charge, faults := riverfake.Worker(t, ChargePolicy(), &ChargeWorker{})
//	river.AddWorker(workers, NewChargeWorker(charge))
//	faults.Fail(2, retrytest.Status(503))
//	...
//	faults.Want(3)
//
// River schedules attempts in a database, by the real time and at the next poll after
// it: WantWaits would report that delay. Compare the ScheduledAt of a job instead.
package riverfake

import (
	"context"
	"testing"

	"github.com/riverqueue/river"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// Worker returns a double of a worker, to be wrapped as the real one is, and the
// script of its method Work. Attempts without a step go to next; if it is nil, such an
// attempt fails the test. policy is the policy that the jobs follow, for Lost.
func Worker[T river.JobArgs](t testing.TB, policy *retry.Policy, next river.Worker[T]) (river.Worker[T], *retrytest.Func) {
	t.Helper()
	var args T
	var work func(context.Context, *river.Job[T]) error
	if next != nil {
		work = next.Work
	} else {
		next = river.WorkFunc(work)
	}
	double, faults := retrytest.NewFunc(t, work, retrytest.Config{Name: args.Kind(), Policy: policy})
	return &worker[T]{next, double}, faults
}

// worker is a worker with another method Work.
type worker[T river.JobArgs] struct {
	river.Worker[T]
	work func(context.Context, *river.Job[T]) error
}

// Work implements [river.Worker].
func (w *worker[T]) Work(ctx context.Context, job *river.Job[T]) error { return w.work(ctx, job) }
