// Package noerror has methods that return no error, or not as the last result.
package noerror

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Problem is an error, but not the type error.
type Problem struct{}

// Error returns the text of the problem.
func (*Problem) Error() string { return "problem" }

// Counter counts.
type Counter interface {
	Increment()
	Value() int
	Split() (a, b int)
	First(ctx context.Context) (*Problem, int)
	Typed(ctx context.Context) *Problem
	Check(ctx context.Context) (ok bool, err error)
}

type counter struct{ expect.Flaky }

func (c *counter) Increment()                            { _ = c.Try() }
func (c *counter) Value() int                            { return c.Calls }
func (c *counter) Split() (a, b int)                     { return c.Calls, -c.Calls }
func (c *counter) First(context.Context) (*Problem, int) { return &Problem{}, c.Calls }
func (c *counter) Typed(context.Context) *Problem        { c.Calls++; return &Problem{} }
func (c *counter) Check(context.Context) (bool, error)   { return true, c.Try() }

// Check checks that only the last method is retried.
func Check() error {
	ctx := context.Background()
	c := &counter{expect.Flaky{Failures: 9}}
	client := NewRetryingCounter(c)
	client.Increment()
	a, b := client.Split()
	errs := []error{expect.Equal("value", client.Value(), 1), expect.Equal("split", []int{a, b}, []int{1, -1})}
	problem, n := client.First(ctx)
	errs = append(errs, expect.Equal("first", problem != nil, true), expect.Equal("calls", n, 1))
	errs = append(errs, expect.Equal("typed", client.Typed(ctx) != nil, true), expect.Equal("calls", c.Calls, 2))
	c.Again(2)
	ok, err := client.Check(ctx)
	return errors.Join(append(errs, expect.Error("check", err, nil), expect.Equal("ok", ok, true), expect.Equal("calls", c.Calls, 3))...)
}
