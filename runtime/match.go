package retry

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"unicode/utf8"
)

// maxText bounds the text that patterns see, in bytes.
const maxText = 1 << 10

// IsType reports whether err, or an error it wraps, is an E.
func IsType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// IsTimeout reports whether err is or wraps [context.DeadlineExceeded], an error
// that says that it is a timeout, see [Timeouter], or a TimeoutError of
// Temporal's SDK.
func IsTimeout(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || walk(err, func(err error) bool {
		e, ok := err.(Timeouter)
		return ok && e.Timeout() || temporalTimeout(err) != ""
	})
}

// Status returns the status code, usually of HTTP, that err or an error it
// wraps answers to StatusCode() int or HTTPStatusCode() int, or 0.
func Status(err error) int {
	status := 0
	walk(err, func(err error) bool {
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

// HasType reports whether err, or an error it wraps, has the given type name:
// what it answers to ErrorType() string or Type() string, else the name of its
// Go type without package and pointer. The name "TemporalTimeout:Heartbeat"
// stands for such a TimeoutError of Temporal's SDK, and so do the names of its
// other types.
func HasType(err error, name string) bool {
	timeout, isTimeout := strings.CutPrefix(name, temporalTimeoutPrefix)
	return walk(err, func(err error) bool {
		return typeName(err) == name || isTimeout && timeout != "" && temporalTimeout(err) == timeout
	})
}

func typeName(err error) string {
	switch e := err.(type) {
	case interface{ ErrorType() string }:
		return e.ErrorType()
	case interface{ Type() string }:
		return e.Type()
	}
	t := reflect.TypeOf(err)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Name()
}

// IsRetrySafe reports whether err says that a retry is safe, see [RetrySafer].
// An error that says nothing is not (Smithy).
func IsRetrySafe(err error) bool { return err != nil && read(err).safe }

// IsNonRetryable reports whether Temporal would not retry err: err, or an error
// it wraps, is marked as non-retryable, see [NonRetryabler], or is the
// CanceledError or a TimeoutError of Temporal's SDK whose type is
// ScheduleToStart or ScheduleToClose.
func IsNonRetryable(err error) bool {
	return walk(err, func(err error) bool {
		e, ok := err.(NonRetryabler)
		return ok && e.NonRetryable() || isFinalInTemporal(err)
	})
}

// IsServerFault reports whether err carries a status of 500 to 599 or says
// that the fault is the server's, see [Faulter].
func IsServerFault(err error) bool {
	if status := Status(err); status >= 500 && status <= 599 {
		return true
	}
	return walk(err, func(err error) bool {
		e, ok := err.(Faulter)
		return ok && e.ServerFault()
	})
}

// Text returns the text of err, cut to at most 1 KiB of whole characters, so
// that a pattern meets a bounded text. The text of nil is empty.
func Text(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for end > maxText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
