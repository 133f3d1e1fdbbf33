package retry

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// IsTimeout reports whether err is or wraps [context.DeadlineExceeded], an error
// that says that it is a timeout, see [Timeouter], or a TimeoutError of
// Temporal's SDK.
func IsTimeout(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errtree.Walk(err, func(err error) bool {
		e, ok := err.(Timeouter)
		return ok && e.Timeout() || errtree.TemporalTimeout(err) != ""
	})
}

// Status returns the status code, usually of HTTP, that err or an error it
// wraps answers to StatusCode() int or HTTPStatusCode() int, or 0.
func Status(err error) int {
	status := 0
	errtree.Walk(err, func(err error) bool {
		switch e := err.(type) {
		case interface{ StatusCode() int }:
			status = e.StatusCode()
		case interface{ HTTPStatusCode() int }:
			status = e.HTTPStatusCode()
		}
		return status != 0
	})
	return status
}

// IsRetrySafe reports whether err says that a retry is safe, see [RetrySafer].
// An error that says nothing is not (Smithy).
func IsRetrySafe(err error) bool { return err != nil && read(err).safe }

// IsNonRetryable reports whether Temporal would not retry err: err, or an error
// it wraps, is marked as non-retryable, see [NonRetryabler], or is the
// CanceledError or a TimeoutError of Temporal's SDK whose type is
// ScheduleToStart or ScheduleToClose.
func IsNonRetryable(err error) bool {
	return errtree.Walk(err, func(err error) bool {
		e, ok := err.(NonRetryabler)
		return ok && e.NonRetryable() || errtree.IsFinalInTemporal(err)
	})
}

// IsServerFault reports whether err carries a status of 500 to 599 or says
// that the fault is the server's, see [Faulter].
func IsServerFault(err error) bool {
	if status := Status(err); status >= 500 && status <= 599 {
		return true
	}
	return errtree.Walk(err, func(err error) bool {
		e, ok := err.(Faulter)
		return ok && e.ServerFault()
	})
}
