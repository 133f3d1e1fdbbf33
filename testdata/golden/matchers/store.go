// Package matchers has matchers that ask errors for their codes, fields and
// methods, and a method that must not be repeated.
package matchers

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Store has a method that is retried after every listed error, and one that
// must not be repeated.
type Store interface {
	Query(ctx context.Context) error
	Insert(ctx context.Context) error
}

// DriverError has a number in a field.
type DriverError struct{ Number uint16 }

func (e *DriverError) Error() string { return fmt.Sprint("driver error ", e.Number) }

// Response is what a [ResponseError] has, or not.
type Response struct{ Status int }

// ResponseError has the status behind a pointer.
type ResponseError struct {
	Response *Response
	Again    bool
}

func (*ResponseError) Error() string { return "response" }

// Retriable reports whether another attempt makes sense.
func (e *ResponseError) Retriable() bool { return e.Again }

// ValueError is an error as a value, with its state in a method.
type ValueError struct{ code string }

func (ValueError) Error() string { return "value" }

// State returns the state.
func (e ValueError) State() string { return e.code }

// LabelledError has labels in a field.
type LabelledError struct{ Labels []string }

func (*LabelledError) Error() string { return "labels" }

// The errors that say something by a method.
type (
	state     string
	code      string
	number    int32
	labels    string
	temporary bool
	status    int
)

func (state) Error() string                      { return "state" }
func (s state) SQLState() string                 { return string(s) }
func (code) Error() string                       { return "code" }
func (c code) ErrorCode() string                 { return string(c) }
func (number) Error() string                     { return "number" }
func (n number) SQLErrorNumber() int32           { return int32(n) }
func (labels) Error() string                     { return "label" }
func (l labels) HasErrorLabel(label string) bool { return string(l) == label }
func (temporary) Error() string                  { return "temporary" }
func (t temporary) Temporary() bool              { return bool(t) }
func (status) Error() string                     { return "status" }
func (s status) StatusCode() int                 { return int(s) }

// broken always fails with one error, and counts the calls.
type broken struct {
	err   error
	calls int
}

func (b *broken) Query(context.Context) error {
	b.calls++
	return b.err
}

func (b *broken) Insert(ctx context.Context) error { return b.Query(ctx) }

// Check counts the attempts of both methods after errors of every kind. Each
// error is wrapped and joined, as callers see it.
func Check() error {
	const retried, once = 3, 1
	var all []error
	for _, test := range []struct {
		err           error
		query, insert int
	}{
		{state("40001"), retried, retried}, // rolled back
		{state("08006"), retried, once},
		{state("23505"), once, once},
		{code("SlowDown"), retried, retried}, // throttled
		{number(1205), retried, once},
		{number(1), once, once},
		{&DriverError{1213}, retried, retried},
		{&DriverError{1062}, once, once},
		{&DriverError{7}, once, once},
		{&ResponseError{Response: &Response{503}}, retried, once},
		{&ResponseError{Response: &Response{500}}, once, once},
		{&ResponseError{}, once, once},
		{&ResponseError{Again: true}, retried, once},
		{ValueError{"57P01"}, retried, once},
		{ValueError{"57A01"}, once, once},
		{labels("Transient"), retried, once},
		{labels("Other"), once, once},
		{&LabelledError{[]string{"Other", "Busy"}}, retried, once},
		{&LabelledError{}, once, once},
		{errors.New("LOADING data"), retried, retried},
		{errors.New("is LOADING"), once, once},
		{temporary(true), retried, once},
		{temporary(false), once, once},
		{errors.New("ah: deadlock found"), retried, retried},
		{status(429), retried, once}, // as the spec says
		{syscall.ECONNREFUSED, once, once},
	} {
		b := &broken{err: fmt.Errorf("store: %w", errors.Join(errors.New("other"), test.err))}
		client := NewRetrying(b)
		_ = client.Query(context.Background())
		all = append(all, expect.Equal(fmt.Sprintf("queries after %#v", test.err), b.calls, test.query))
		b.calls = 0
		_ = client.Insert(context.Background())
		all = append(all, expect.Equal(fmt.Sprintf("inserts after %#v", test.err), b.calls, test.insert))
	}
	return errors.Join(all...)
}
