package retryasynq

import (
	"context"
	"math"
	"time"

	"github.com/hibiken/asynq"

	retry "github.com/retrygen/retrygen/runtime"
)

// Handler returns a handler that calls next and wraps an error that policy does
// not retry in [asynq.SkipRetry], so that asynq archives the task.
func Handler(policy *retry.Policy, next asynq.Handler) asynq.Handler {
	return asynq.HandlerFunc(func(ctx context.Context, task *asynq.Task) error {
		err := next.ProcessTask(ctx, task)
		if err == nil || ctx.Err() != nil {
			return err
		}
		retried, _ := asynq.GetRetryCount(ctx)
		if policy.Decide(retried+1, err).Reason == 0 {
			return err
		}
		return &final{err}
	})
}

// final is an error after which asynq archives the task. asynq keeps the text of
// the last error: it is the text of the error alone.
type final struct{ err error }

// Error returns the text of the error.
func (f *final) Error() string { return f.err.Error() }

// Unwrap returns the error, and what makes asynq archive the task.
func (f *final) Unwrap() []error { return []error{f.err, asynq.SkipRetry} }

// IsFailure returns the IsFailure function of an [asynq.Config]. An error of
// [retry.RequeueAfter] is no failure: the task waits and the attempt does not
// count. asynq checks the limit of attempts first, so such an error still ends
// a task at its last attempt.
func IsFailure(policy *retry.Policy) func(error) bool {
	return func(err error) bool { return err != nil && !policy.Decide(1, err).Uncounted }
}

// RetryDelay returns the RetryDelayFunc of an [asynq.Config]. asynq drops the
// fraction of the second at which a task is due. Waits are rounded up, so that
// a task runs in the first whole second after its wait and never before it.
func RetryDelay(policy *retry.Policy) asynq.RetryDelayFunc {
	return func(retried int, err error, _ *asynq.Task) time.Duration {
		wait := policy.Decide(retried+1, err).Wait
		return min(wait, math.MaxInt64-time.Second) + time.Second - 1
	}
}

// TaskOptions returns the options of tasks that follow policy: its number of
// retries, and its attempt timeout if it has one. asynq drops the fraction of a
// second of a timeout, and takes 30 minutes for less than a second: timeouts are rounded up.
func TaskOptions(policy *retry.Policy) []asynq.Option {
	retries := math.MaxInt32
	if limit := policy.MaxAttempts(); limit > 0 {
		retries = min(limit-1, retries)
	}
	options := []asynq.Option{asynq.MaxRetry(retries)}
	if timeout := policy.AttemptTimeout(); timeout > 0 && timeout < math.MaxInt64 {
		options = append(options, asynq.Timeout(wholeSeconds(timeout)))
	}
	return options
}

// wholeSeconds rounds a timeout up to whole seconds.
func wholeSeconds(d time.Duration) time.Duration {
	if rounded := d.Truncate(time.Second); rounded < d && rounded <= math.MaxInt64-time.Second {
		return rounded + time.Second
	}
	return d
}
