// Package fakes has clients with typed doubles for tests.
package fakes

import (
	"context"
	"errors"
	"io"
	"iter"
)

// ErrDeclined is final.
var ErrDeclined = errors.New("declined")

var errHidden = errors.New("hidden")

func isBusy(err error) bool { return err == errHidden }

// ValidationError is final.
type ValidationError struct{ Field string }

func (e *ValidationError) Error() string { return e.Field + " is not valid" }

// APIError has a status in a field.
type APIError struct{ Code int }

func (e *APIError) Error() string { return "api error" }

// Request is what a Gateway charges.
type Request struct{ Cents int }

// Receipt is what it returns.
type Receipt struct{ ID string }

// Gateway charges cards.
type Gateway interface {
	Charge(ctx context.Context, req Request) (*Receipt, error)
	Find(ctx context.Context, attempt string) (receipt *Receipt, ok bool, err error)
	Update(ctx context.Context, change func(*Receipt) error) error
	Each(ctx context.Context, visit func(*Receipt), options ...func(*Request)) error
	All(ctx context.Context) iter.Seq2[*Receipt, error]
	Open(ctx context.Context) (io.ReadCloser, error)
	Get(ctx context.Context, key string) *Command
	Name() string
	Ping() error
}

// Command is a result that has its error.
type Command struct{ err error }

// Err returns the error.
func (c *Command) Err() error { return c.err }

// SetErr sets the error.
func (c *Command) SetErr(err error) { c.err = err }

// Store has clients for tables.
type Store interface {
	Table(name string) Table
	Session(ctx context.Context) (Table, error)
	WithPrefix(prefix string) Store
}

// Table is a part of a Store.
type Table interface {
	Insert(ctx context.Context, row string) error
}

// Cache is generic.
type Cache[K comparable, V any] interface {
	Load(ctx context.Context, key K) (V, error)
}
