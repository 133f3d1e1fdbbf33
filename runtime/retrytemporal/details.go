package retrytemporal

import (
	"errors"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
)

// details returns the details of an error, and whether all of them can be read.
// The SDK gives out details only into as many targets as there are details,
// and does not say how many there are.
func details(err *temporal.ApplicationError) (values []any, ok bool) {
	for n := 1; err.HasDetails(); n++ {
		next, problem := read[any](err, n)
		switch {
		case errors.Is(problem, errTooMany):
			return values, true
		case errors.Is(problem, errUnreadable):
			return nil, false
		case problem != nil || next[n-1] == nil:
			return encodedDetails(err)
		}
		values = next
	}
	return nil, true
}

// encodedDetails is details for an error that came from a server. Its details
// are payloads, and targets beyond them stay empty.
func encodedDetails(err *temporal.ApplicationError) (values []any, ok bool) {
	for n := 1; ; n++ {
		next, problem := read[converter.RawValue](err, n)
		switch {
		case problem != nil:
			return nil, false
		case next[n-1].Payload() == nil:
			return values, true
		}
		values = append(values, next[n-1])
	}
}

var (
	errUnreadable = errors.New("details cannot be read")
	// errTooMany is the SDK's error for more targets than details. The SDK does
	// not export it.
	errTooMany = func() error {
		var one, two any
		return temporal.NewApplicationError("", "", one).(*temporal.ApplicationError).Details(&one, &two)
	}()
)

// read reads n details. The SDK panics at a detail that is nil.
func read[T any](err *temporal.ApplicationError, n int) (values []T, problem error) {
	defer func() {
		if recover() != nil {
			problem = errUnreadable
		}
	}()
	values = make([]T, n)
	targets := make([]any, n)
	for i := range values {
		targets[i] = &values[i]
	}
	return values, err.Details(targets...)
}
