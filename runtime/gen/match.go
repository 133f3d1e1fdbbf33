package gen

import (
	"errors"
	"strings"

	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// IsType reports whether err, or an error it wraps, is an E.
func IsType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// timeoutPrefix begins the names of timeouts in a Temporal policy, such as
// "TemporalTimeout:Heartbeat".
const timeoutPrefix = "TemporalTimeout:"

// HasType reports whether err, or an error it wraps, has the given type name:
// the result of ErrorType() string or Type() string, else the name of its Go
// type without package and pointer. An error that answers the name to
// ErrorCode() string, as the generic errors of AWS clients do, has it too. The
// name "TemporalTimeout:Heartbeat" stands for such a TimeoutError of Temporal's
// SDK, and so do the names of its other types.
func HasType(err error, name string) bool {
	timeout, isTimeout := strings.CutPrefix(name, timeoutPrefix)
	return errtree.Walk(err, func(err error) bool {
		if e, ok := err.(interface{ ErrorCode() string }); ok && e.ErrorCode() == name {
			return true
		}
		return errtree.TypeName(err) == name || isTimeout && timeout != "" && errtree.TemporalTimeout(err) == timeout
	})
}

// TypeName returns the name by which [HasType] knows err, leaving aside the
// errors it wraps. It is empty for nil.
func TypeName(err error) string { return errtree.TypeName(err) }

// Text returns the text of err, cut to at most 1 KiB of whole characters, so
// that a pattern meets a bounded text. The text of nil is empty.
func Text(err error) string { return errtree.Text(err) }
