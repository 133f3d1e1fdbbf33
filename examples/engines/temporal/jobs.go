// Package jobs gives activities of Temporal the policies of several systems.
package jobs

import (
	"errors"
	"time"
)

//go:generate go run -C ../../.. ./cmd/retrygen generate examples/engines/temporal/jobs.retry.yaml

// ErrDeclined is the error of a card that was declined.
var ErrDeclined = errors.New("card declined")

// InvalidAddress is the error of an address that no parcel reaches.
type InvalidAddress struct{}

// Error implements error.
func (InvalidAddress) Error() string { return "no such address" }

// Overloaded is the error of a service that says when to come back.
type Overloaded struct{ Wait time.Duration }

// Error implements error.
func (Overloaded) Error() string { return "overloaded" }

// RetryAfter returns how long to stay away.
func (o Overloaded) RetryAfter() (wait time.Duration, ok bool) { return o.Wait, true }
