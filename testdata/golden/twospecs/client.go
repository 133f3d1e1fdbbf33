// Package twospecs has two specs, both of which wrap the same struct and need
// names for functions that the package hides.
package twospecs

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

func min(a int) int { return a }

// Client is wrapped by the clients of two specs.
type Client struct{ expect.Flaky }

// Ping pings.
func (c *Client) Ping(context.Context) error { return c.Flaky.Try() }

// Retrying names a generated type, which is not there while it is generated.
func (c *Client) Retrying() *FirstClient { return NewFirstClient(c) }

// Check checks the clients of both specs.
func Check() error {
	ctx := context.Background()
	c := &Client{expect.Flaky{Failures: 2}}
	errs := []error{expect.Error("first", c.Retrying().Ping(ctx), nil), expect.Equal("calls", c.Calls, min(3))}
	c.Again(2)
	err := NewSecondClient(c).Ping(ctx)
	return errors.Join(append(errs, expect.Error("second", err, nil), expect.Equal("calls", c.Calls, 3))...)
}
