package retrytemporal

import (
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
)

// failure returns err, or an error that makes the server do what policy
// decides after this attempt.
func failure(policy *retry.Policy, info activity.Info, err error) error {
	decision := policy.Decide(int(info.Attempt), err)
	server := serverPolicy{info.RetryPolicy}
	switch {
	case decision.Reason == retry.ReasonAttempts && server.isLastAttempt(info.Attempt):
		return err
	case decision.Reason != 0:
		return final(err)
	case !decision.Hinted && server.waits(info.Attempt, decision.Wait):
		return err
	}
	return delayed(err, decision.Wait)
}

// final returns err as an error that the server does not retry.
func final(err error) error {
	known, ok := err.(*temporal.ApplicationError)
	if ok && known.NonRetryable() {
		return err
	}
	return applicationError(err, temporal.ApplicationErrorOptions{NonRetryable: true})
}

// delayed returns err as an error after which the server waits for wait. The
// server takes a delay of zero for none.
func delayed(err error, wait time.Duration) error {
	wait = max(wait, 1)
	known, ok := err.(*temporal.ApplicationError)
	if ok && known.NextRetryDelay() == wait {
		return err
	}
	return applicationError(err, temporal.ApplicationErrorOptions{NextRetryDelay: wait, NonRetryable: retry.IsNonRetryable(err)})
}

// applicationError returns err as an ApplicationError with options. It keeps
// what err is to the server: message, type, cause, category and details of an
// ApplicationError, and the text and the type name of any other error, which
// becomes the cause.
func applicationError(err error, options temporal.ApplicationErrorOptions) error {
	if known, ok := err.(*temporal.ApplicationError); ok {
		options.Category = known.Category()
		if options.Details, ok = details(known); ok {
			options.Cause = known.Unwrap()
			return temporal.NewApplicationErrorWithOptions(known.Message(), known.Type(), options)
		}
	}
	options.Cause = err
	return temporal.NewApplicationErrorWithOptions(err.Error(), gen.TypeName(err), options)
}
