// Package dialects puts one service under five policies, each in the words of
// another system.
package dialects

import (
	"context"
	"errors"
)

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate

// Directory looks names up.
type Directory interface {
	// Lookup returns the number of a name.
	Lookup(ctx context.Context, name string) (string, error)
}

// ErrUnknown is final.
var ErrUnknown = errors.New("unknown name")

// BusyError says that the service is busy. It says of itself that a retry is
// safe, which is what Smithy's retry strategies ask for, and carries the HTTP
// status, which is what httpx-retries goes by.
type BusyError struct{}

// Error returns the text of the error.
func (BusyError) Error() string { return "directory is busy: connection refused" }

// RetrySafe says that a retry is safe: the failed call has changed nothing.
func (BusyError) RetrySafe() (safe, known bool) { return true, true }

// StatusCode returns 503, service unavailable.
func (BusyError) StatusCode() int { return 503 }

// BusyDirectory is a [Directory] that is busy for a number of calls.
type BusyDirectory struct {
	Busy  int // calls that still fail
	Calls int // calls so far
}

// Lookup fails while the directory is busy.
func (d *BusyDirectory) Lookup(_ context.Context, name string) (string, error) {
	d.Calls++
	switch {
	case d.Busy > 0:
		d.Busy--
		return "", BusyError{}
	case name != "emergency":
		return "", ErrUnknown
	}
	return "112", nil
}
