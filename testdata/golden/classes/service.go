// Package classes has error rules of every kind.
package classes

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/retrygen/retrygen/testdata/golden/classes/remote"
	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Service has a method for each policy.
type Service interface {
	Both(ctx context.Context) error
	Web(ctx context.Context) error
	Server(ctx context.Context) error
	Types(ctx context.Context) error
	Bounded(ctx context.Context) error
	Safe(ctx context.Context) error
}

// ErrStop is final.
var ErrStop = errors.New("stop")

// Problem is final as a pointer, Failure as a value.
type (
	Problem struct{}
	Failure struct{ Text string }
)

func (*Problem) Error() string { return "problem" }
func (Failure) Error() string  { return "failure" }

// typed is an error that answers for its type.
type typed string

func (t typed) Error() string     { return "typed" }
func (t typed) ErrorType() string { return string(t) }

// status is an error with an HTTP status.
type status int

func (s status) Error() string   { return fmt.Sprintf("status %d", int(s)) }
func (s status) StatusCode() int { return int(s) }

// safe is an error that says whether it is retry-safe.
type safe bool

func (s safe) Error() string                 { return "safe or not" }
func (s safe) RetrySafe() (safe, known bool) { return bool(s), true }

func isBusy(err error) bool { return strings.HasPrefix(err.Error(), "busy") }

// service fails with one error always.
type service struct {
	err   error
	calls int
}

func (s *service) fail() error { s.calls++; return s.err }

func (s *service) Both(context.Context) error   { return s.fail() }
func (s *service) Web(context.Context) error    { return s.fail() }
func (s *service) Server(context.Context) error { return s.fail() }
func (s *service) Types(context.Context) error  { return s.fail() }
func (s *service) Safe(context.Context) error   { return s.fail() }

// Bounded takes all the time that it is given.
func (s *service) Bounded(ctx context.Context) error {
	<-ctx.Done()
	s.err = ctx.Err()
	return s.fail()
}

// Check counts the attempts after errors of every kind.
func Check() error {
	plain := errors.New("plain")
	wrap := func(err error) error { return fmt.Errorf("wrapped: %w", err) }
	network := &net.OpError{Op: "dial", Err: errors.New("refused")}
	tests := []struct {
		method func(*Classified, context.Context) error
		err    error
		calls  int
	}{
		{(*Classified).Both, plain, 1},
		{(*Classified).Both, wrap(ErrStop), 1},
		{(*Classified).Both, wrap(&Problem{}), 1},
		{(*Classified).Both, wrap(Failure{}), 1},
		{(*Classified).Both, wrap(remote.ErrGone), 1},
		{(*Classified).Both, errors.New("busy, and really final"), 1},
		{(*Classified).Both, errors.New("FATAL 7 again"), 1},
		{(*Classified).Both, wrap(typed("Bad")), 1},
		{(*Classified).Both, status(501), 1},
		{(*Classified).Both, wrap(status(500)), 3},
		{(*Classified).Both, status(599), 3},
		{(*Classified).Both, status(418), 3},
		{(*Classified).Both, status(429), 3},
		{(*Classified).Both, status(404), 1},
		{(*Classified).Both, errors.New("try again"), 3},
		{(*Classified).Both, wrap(typed("Busy")), 3},
		{(*Classified).Both, errors.New("busy"), 3},
		{(*Classified).Both, wrap(os.ErrDeadlineExceeded), 3},
		{(*Classified).Both, network, 3},
		{(*Classified).Web, status(500), 1},
		{(*Classified).Web, status(503), 3},
		{(*Classified).Web, network, 3},
		{(*Classified).Server, status(500), 2},
		{(*Classified).Server, errors.New("a.b"), 2},
		{(*Classified).Server, plain, 1},
		{(*Classified).Types, plain, 3},
		{(*Classified).Types, wrap(typed("Bad")), 1},
		{(*Classified).Types, &Problem{}, 1},
		{(*Classified).Bounded, context.DeadlineExceeded, 1},
		{(*Classified).Safe, plain, 1},
		{(*Classified).Safe, safe(true), 3},
		{(*Classified).Safe, errors.Join(ErrStop, safe(true)), 1},
	}
	var errs []error
	for _, test := range tests {
		s := &service{err: test.err}
		err := test.method(NewClassified(s), context.Background())
		what := fmt.Sprintf("%T %v", test.err, test.err)
		errs = append(errs, expect.Error(what, err, test.err), expect.Equal(what+" calls", s.calls, test.calls))
	}
	return errors.Join(errs...)
}
