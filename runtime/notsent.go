package retry

import (
	"reflect"

	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// IsNotSent reports whether err shows that the operation was never sent: err is,
// or wraps, a failed dial or name lookup of package net, a refused connection, an
// error that answers true to SafeToRetry() bool, as pgx
// defines it, or a call that an open breaker rejected. A retry cannot carry out
// such an operation twice.
func IsNotSent(err error) bool {
	return errtree.Walk(err, func(err error) bool {
		switch e := err.(type) {
		case *RetryError:
			return e.Reason == ReasonBreaker && e.Attempts == 0
		case interface{ SafeToRetry() bool }:
			return e.SafeToRetry()
		}
		return isRefused(err) || isFailedDial(err)
	})
}

// isFailedDial reports whether err is the error of package net for a connection
// or a name lookup that failed. It looks at the type by reflection, so that the
// runtime does not link package net.
func isFailedDial(err error) bool {
	if packageOf(err) != "net" {
		return false
	}
	v := reflect.Indirect(reflect.ValueOf(err))
	switch v.Type().Name() {
	case "DNSError":
		return true
	case "OpError":
		return textField(v, "Op") == "dial"
	}
	return false
}

// textField returns a field of a struct, or "" if it has none of that name. A method
// of package reflect does this as well, at three times the size of this file.
func textField(v reflect.Value, name string) string {
	for i := range v.NumField() {
		if v.Type().Field(i).Name == name {
			return v.Field(i).String()
		}
	}
	return ""
}
