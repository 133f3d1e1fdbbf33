// Package structtarget wraps types that are no interfaces.
package structtarget

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// base is promoted into Client.
type base struct{ expect.Flaky }

// Close comes from an embedded type.
func (b *base) Close() error { return b.Try() }

// Client has methods with pointer and value receivers, and a promoted one.
type Client struct {
	*base
	name string
}

// Ping has a pointer receiver.
func (c *Client) Ping(context.Context) error { return c.Flaky.Try() }

// Name has a value receiver.
func (c Client) Name() (string, error) { return c.name, c.Flaky.Try() }

// reset is not exported.
func (c *Client) reset() { c.name = "" }

// Pool is generic; its receivers call its parameter otherwise.
type Pool[T any] struct {
	expect.Flaky
	free []T
}

// Take takes one out.
func (p *Pool[Item]) Take(context.Context) (Item, error) {
	if err := p.Flaky.Try(); err != nil {
		var none Item
		return none, err
	}
	return p.free[0], nil
}

// Handler is a function with a method.
type Handler func(ctx context.Context, request string) (string, error)

// Handle calls h.
func (h Handler) Handle(ctx context.Context, request string) (string, error) { return h(ctx, request) }

// Check checks all wrapped types.
func Check() error {
	ctx := context.Background()
	c := &Client{base: &base{}, name: "a"}
	client, other := NewRetryingClient(c), NewOtherClient(c)
	c.Flaky.Again(2)
	errs := []error{expect.Error("ping", client.Ping(ctx), nil), expect.Equal("calls", c.Calls, 3)}
	c.Flaky.Again(1)
	errs = append(errs, expect.Error("plain ping", other.Ping(ctx), expect.ErrFlaky), expect.Error("close", client.Close(), nil))
	c.Flaky.Again(2)
	name, err := client.Name()
	errs = append(errs, expect.Error("name", err, nil), expect.Equal("name", name, "a"))
	c.reset()

	pool := &Pool[int]{free: []int{7}}
	pool.Flaky.Again(2)
	n, err := NewRetryingPool(pool).Take(ctx)
	errs = append(errs, expect.Error("take", err, nil), expect.Equal("taken", n, 7), expect.Equal("calls", pool.Calls, 3))

	f := expect.Flaky{Failures: 2}
	handler := Handler(func(_ context.Context, request string) (string, error) { return request + "!", f.Try() })
	answer, err := NewRetryingHandler(handler).Handle(ctx, "hello")
	return errors.Join(append(errs, expect.Error("handle", err, nil), expect.Equal("answer", answer, "hello!"))...)
}
