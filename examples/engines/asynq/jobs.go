// Package jobs gives the tasks of asynq, a job queue on Redis, the policies of
// several systems.
package jobs

import "errors"

//go:generate go run -C ../../.. ./cmd/retrygen generate examples/engines/asynq/jobs.retry.yaml

// ErrDeclined is the error of a card that was declined.
var ErrDeclined = errors.New("card declined")

// InvalidAddress is the error of an address that no parcel reaches.
type InvalidAddress struct{}

// Error implements error.
func (InvalidAddress) Error() string { return "no such address" }

// Unavailable is the error of a service that may come back. It carries an HTTP
// status, and says that a retry is safe.
type Unavailable struct{}

// Error implements error.
func (Unavailable) Error() string { return "service unavailable" }

// StatusCode returns the HTTP status.
func (Unavailable) StatusCode() int { return 503 }

// RetrySafe says that a retry does no harm.
func (Unavailable) RetrySafe() (safe, known bool) { return true, true }
