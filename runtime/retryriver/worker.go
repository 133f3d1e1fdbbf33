package retryriver

import (
	"context"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	retry "github.com/retrygen/retrygen/runtime"
)

// Worker is a [river.Worker] whose jobs follow a retry policy. It cancels a job
// whose error is final, and snoozes a job whose error is a
// [retry.RequeueAfter], so that the attempt does not count.
type Worker[T river.JobArgs] struct {
	next   river.Worker[T]
	policy *retry.Policy
	waits  sync.Map // job ID to time.Duration: waits that depend on the error
}

// NewWorker returns a worker that runs jobs with next under policy. Insert the
// jobs with the policy's number of attempts: River discards a job when its own
// limit is reached.
func NewWorker[T river.JobArgs](next river.Worker[T], policy *retry.Policy) *Worker[T] {
	return &Worker[T]{next: next, policy: policy}
}

// Work implements [river.Worker].
func (w *Worker[T]) Work(ctx context.Context, job *river.Job[T]) error {
	w.waits.Delete(job.ID)
	err := w.next.Work(ctx, job)
	if err == nil || ctx.Err() != nil {
		return err
	}
	decision := w.policy.Decide(job.Attempt, err)
	switch {
	case decision.Uncounted:
		return river.JobSnooze(decision.Wait)
	case decision.Reason == retry.ReasonFinal, decision.Reason == retry.ReasonPruned:
		return river.JobCancel(err)
	case job.Attempt >= job.MaxAttempts:
		return err // River discards the job
	case decision.Reason != 0:
		return river.JobCancel(err)
	case decision.Hinted, retry.IsThrottling(err):
		w.waits.Store(job.ID, decision.Wait)
	}
	return err
}

// NextRetry implements [river.Worker]. River calls it after Work has failed.
func (w *Worker[T]) NextRetry(job *river.Job[T]) time.Time {
	if wait, ok := w.waits.LoadAndDelete(job.ID); ok {
		return time.Now().Add(wait.(time.Duration))
	}
	return time.Now().Add(w.policy.Delay(job.Attempt))
}

// Middleware implements [river.Worker]. It returns the middleware of the
// wrapped worker.
func (w *Worker[T]) Middleware(job *rivertype.JobRow) []rivertype.WorkerMiddleware {
	return w.next.Middleware(job)
}

// Timeout implements [river.Worker]. It returns the attempt timeout of the
// policy, or the timeout of the wrapped worker if the policy has none.
func (w *Worker[T]) Timeout(job *river.Job[T]) time.Duration {
	if timeout := w.policy.AttemptTimeout(); timeout > 0 {
		return timeout
	}
	return w.next.Timeout(job)
}
