package retryotel

import (
	"fmt"
	"strconv"
	"strings"

	retry "github.com/retrygen/retrygen/runtime"
	"go.opentelemetry.io/otel/attribute"
)

// outcomeOf returns the reason why a call ended as a label. The labels are a
// closed set, and do not change with the texts of [retry.Reason].
func outcomeOf(r retry.Reason) string {
	switch r {
	case retry.ReasonAttempts:
		return "attempts"
	case retry.ReasonWaitBudget:
		return "wait_budget"
	case retry.ReasonQuota:
		return "quota"
	case retry.ReasonBreaker:
		return "breaker"
	case retry.ReasonDeadline:
		return "deadline"
	case retry.ReasonTotalTimeout:
		return "total_timeout"
	case retry.ReasonContext:
		return "context"
	case retry.ReasonFinal:
		return "final"
	case retry.ReasonPruned:
		return "pruned"
	case retry.ReasonDisabled:
		return "disabled"
	case retry.ReasonStrategy:
		return "strategy"
	}
	return "other"
}

// errorType returns what kind of error err is: the status that it carries, or
// the name of its type. Of a [retry.RetryError] it is the last error that
// counts, and of an error that only wraps another one, that one.
func errorType(err error) attribute.KeyValue {
	if status := retry.Status(err); status != 0 {
		return keyErrorType.String(strconv.Itoa(status))
	}
	return keyErrorType.String(strings.TrimPrefix(fmt.Sprintf("%T", innermost(err)), "*"))
}

// innermost follows err to the error that it all began with.
func innermost(err error) error {
	for {
		var inner error
		switch e := err.(type) {
		case *retry.RetryError:
			inner = e.Last
		case interface{ Unwrap() error }:
			inner = e.Unwrap()
		}
		if inner == nil {
			return err
		}
		err = inner
	}
}
