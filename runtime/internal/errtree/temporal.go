package errtree

import (
	"reflect"
	"strings"
)

// temporalPath is the import path under which Temporal's SDK declares the
// errors that package go.temporal.io/sdk/temporal exports.
const temporalPath = "go.temporal.io/sdk/internal"

// isTemporal reports whether err is the error of that name of Temporal's SDK. A
// look at its methods beforehand saves most errors the reflection.
func isTemporal(err error, name string) bool {
	t := reflect.TypeOf(err)
	return t.Kind() == reflect.Pointer && t.Elem().Name() == name && t.Elem().PkgPath() == temporalPath
}

// TemporalTimeout returns the type of a TimeoutError of Temporal's SDK, such as
// "StartToClose", and "" for any other error. The method that returns the type
// has a result that only the SDK declares; its text follows the message.
func TemporalTimeout(err error) string {
	e, ok := err.(interface{ Message() string })
	if !ok || !isTemporal(err, "TimeoutError") {
		return ""
	}
	text, _ := strings.CutPrefix(err.Error(), e.Message()+" (type: ")
	kind, _, _ := strings.Cut(text, ")")
	return kind
}

// IsFinalInTemporal reports whether err is an error of Temporal's SDK that
// Temporal never retries: a cancellation, or a timeout that bounds all attempts.
func IsFinalInTemporal(err error) bool {
	if _, ok := err.(interface{ HasDetails() bool }); ok && isTemporal(err, "CanceledError") {
		return true
	}
	switch TemporalTimeout(err) {
	case "ScheduleToStart", "ScheduleToClose":
		return true
	}
	return false
}
