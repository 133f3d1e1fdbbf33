package retrytest

import (
	"fmt"
	"net"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/retrygen/retrygen/runtime/gen"
)

// Network returns the error of a connection that was reset while an answer was
// read.
func Network() error {
	return &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
}

// Timeout returns an error that says that it is a timeout, and not one of a network.
func Timeout() error { return timeoutError{} }

type timeoutError struct{}

// Error returns the text of the error.
func (timeoutError) Error() string { return "timed out" }

// Timeout reports that the error is a timeout.
func (timeoutError) Timeout() bool { return true }

// Status returns an error with an HTTP status code, which it answers to
// StatusCode() int.
func Status(code int) error { return statusError(code) }

type statusError int

// Error returns the text of the error.
func (e statusError) Error() string { return "status " + decimal(int(e)) }

// StatusCode returns the HTTP status code.
func (e statusError) StatusCode() int { return int(e) }

// Throttled returns an error that says that there were too many requests, and asks
// for a wait of after: it answers to Throttling and RetryAfter. A status other than 0
// is its HTTP status code.
func Throttled(after time.Duration, status int) error {
	if e := (throttledError{after}); status == 0 {
		return e
	}
	return throttledStatus{throttledError{after}, statusError(status)}
}

type throttledError struct{ after time.Duration }

// Error returns the text of the error.
func (e throttledError) Error() string { return "too many requests: retry after " + e.after.String() }

// Throttling reports that the error is about too many requests.
func (throttledError) Throttling() bool { return true }

// RetryAfter returns the wait that the error asks for.
func (e throttledError) RetryAfter() (time.Duration, bool) { return e.after, e.after > 0 }

type throttledStatus struct {
	throttledError
	statusError
}

// Error returns the text of the error.
func (e throttledStatus) Error() string { return e.throttledError.Error() }

// RetrySafe returns an error that says that a retry is safe.
func RetrySafe() error { return safeError{} }

type safeError struct{}

// Error returns the text of the error.
func (safeError) Error() string { return "the operation was not carried out" }

// RetrySafe reports that a retry is safe.
func (safeError) RetrySafe() (safe, known bool) { return true, true }

// NonRetryable returns an error that says that it is not to be retried.
func NonRetryable() error { return finalError{} }

type finalError struct{}

// Error returns the text of the error.
func (finalError) Error() string { return "not to be retried" }

// NonRetryable reports that the error is not to be retried.
func (finalError) NonRetryable() bool { return true }

// unknownValue is an error that no rule of a policy matches, although it was made to
// be matched. A script that is given one fails the test.
type unknownValue struct {
	error
	problem string
}

// Unwrap returns the error itself.
func (e unknownValue) Unwrap() error { return e.error }

// unknown returns why an error is no case for a test; "" if it is one.
func unknown(err error) string {
	if e, ok := err.(unknownValue); ok {
		return e.problem
	}
	return ""
}

// checked returns err if its value is known to a policy.
func checked(err error, isKnown bool, what, value string, known []string) error {
	if isKnown {
		return err
	}
	return unknownValue{err, fmt.Sprintf("no policy names the %s %q: the policies name %s", what, value, words(known))}
}

// Text returns an error with a text that one of the patterns has to match: a script
// that is given one without a match fails the test.
func Text(text string, patterns ...string) error {
	matches := slices.ContainsFunc(patterns, func(p string) bool { return regexp.MustCompile(p).MatchString(text) })
	return checked(textError(text), matches, "text", text, patterns)
}

// Prefix returns an error with a text that has to begin with one of the prefixes.
func Prefix(text string, prefixes ...string) error {
	begins := slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
	return checked(textError(text), begins, "text", text, prefixes)
}

type textError string

// Error returns the text of the error.
func (e textError) Error() string { return string(e) }

// SQLState returns an error that answers state to SQLState() string. The state has to
// be one of the known ones, or in a class such as "08*".
func SQLState(state string, known ...string) error {
	return checked(sqlError(state), gen.Matches(state, known...), "SQLSTATE", state, known)
}

type sqlError string

// Error returns the text of the error.
func (e sqlError) Error() string { return "SQLSTATE " + string(e) }

// SQLState returns the state.
func (e sqlError) SQLState() string { return string(e) }

// Code returns an error that answers code to ErrorCode() string. The code has to be
// one of the known ones.
func Code(code string, known ...string) error {
	return checked(codeError(code), gen.Matches(code, known...), "code", code, known)
}

type codeError string

// Error returns the text of the error.
func (e codeError) Error() string { return "code " + string(e) }

// ErrorCode returns the code.
func (e codeError) ErrorCode() string { return string(e) }

// Label returns an error that answers true to HasErrorLabel(label). The label has to
// be one of the known ones.
func Label(label string, known ...string) error {
	return checked(labelError(label), gen.Matches(label, known...), "label", label, known)
}

type labelError string

// Error returns the text of the error.
func (e labelError) Error() string { return "error with label " + string(e) }

// HasErrorLabel reports whether the error has a label.
func (e labelError) HasErrorLabel(label string) bool { return string(e) == label }

// Typed returns an error that answers name to ErrorType() string.
func Typed(name string) error { return typedError(name) }

type typedError string

// Error returns the text of the error.
func (e typedError) Error() string { return "error of type " + string(e) }

// ErrorType returns the name of the type.
func (e typedError) ErrorType() string { return string(e) }

// WithField returns an E whose field at a path such as "Response.StatusCode" has a
// value: what leads there is made, and the value converted to the type of the field.
// A list gets one item. It panics if E has no such field, which generated code does
// not ask for.
func WithField[E error](path string, value any) error {
	var made E
	at := reflect.ValueOf(&made).Elem()
	for name := range strings.SplitSeq(path, ".") {
		at = pointedTo(at).FieldByName(name)
	}
	at = pointedTo(at)
	v := reflect.ValueOf(value)
	if at.Kind() == reflect.Slice && v.Kind() != reflect.Slice {
		at.Set(reflect.Append(at, v.Convert(at.Type().Elem())))
	} else {
		at.Set(v.Convert(at.Type()))
	}
	return made
}

// pointedTo returns what a pointer points to, and makes it if there is nothing.
func pointedTo(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	return v
}
