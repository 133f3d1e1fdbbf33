// Package jobs gives the jobs of River, a job queue on PostgreSQL and SQLite,
// the policies of several systems.
package jobs

import (
	"errors"
	"time"
)

//go:generate go run -C ../../.. ./cmd/retrygen generate examples/engines/river/jobs.retry.yaml

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

// RetrySafe says that a retry does no harm.
func (Overloaded) RetrySafe() (safe, known bool) { return true, true }

// Unavailable is the error of a service that may come back. It carries an HTTP
// status, and says that a retry is safe.
type Unavailable struct{}

// Error implements error.
func (Unavailable) Error() string { return "service unavailable" }

// StatusCode returns the HTTP status.
func (Unavailable) StatusCode() int { return 503 }

// RetrySafe says that a retry does no harm.
func (Unavailable) RetrySafe() (safe, known bool) { return true, true }

// Work is the arguments of a job.
type Work struct {
	// Name identifies the job.
	Name string `json:"name"`
}

// Kind implements [river.JobArgs].
func (Work) Kind() string { return "work" }
