package retry

import (
	"context"
	"errors"
	"io"
	"reflect"

	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// IsNetwork reports whether err is, or wraps, a network error: an error of
// package net, any other that has the methods Timeout and Temporary of
// net.Error, or a system error about a connection (refused, reset, aborted,
// broken, timed out, or no way to the host). The end of a connection in the
// midst of an HTTP exchange is one too. The errors of a context alone are not,
// and an error of package net/url is what it wraps.
func IsNetwork(err error) bool { return errtree.Walk(err, isNetworkNode) }

func isNetworkNode(err error) bool {
	if err == context.DeadlineExceeded { // it has the methods of a net.Error
		return false
	}
	if network, known := systemError(err); known {
		return network
	}
	switch packageOf(err) {
	case "net":
		return true
	case "net/url":
		cause := errors.Unwrap(err)
		return cause == io.EOF || cause == io.ErrUnexpectedEOF
	}
	_, ok := err.(interface {
		Timeout() bool
		Temporary() bool
	})
	return ok && !endsInContext(err)
}

// endsInContext reports whether err wraps or stands for a context's error.
func endsInContext(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// packageOf returns the import path of the type of err. It identifies the errors
// of package net without linking that package.
func packageOf(err error) string {
	t := reflect.TypeOf(err)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath()
}
