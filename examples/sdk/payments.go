// Package payments is the plain client of a payment service, as an SDK might
// ship it. The package retrying below it is generated: the same methods, with
// retries, for those who want them.
package payments

import (
	"context"
	"errors"
	"fmt"
	"io"
)

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate

// ErrDeclined is what a charge of a declined card matches.
var ErrDeclined = errors.New("card declined")

// StatusError is an answer of the service that is no success.
type StatusError struct {
	Code int // HTTP status
}

// Error returns the status as text.
func (e *StatusError) Error() string { return fmt.Sprintf("payment service answered %d", e.Code) }

// StatusCode returns the HTTP status.
func (e *StatusError) StatusCode() int { return e.Code }

// Charge is money to take from a card.
type Charge struct {
	Card  string
	Cents int64
}

// Receipt is the proof of a charge.
type Receipt struct{ ID string }

// Client calls the payment service. Answers stands for the network: it yields
// the status of one call after the other, then 200.
type Client struct {
	Answers []int
	calls   int
}

// Calls returns how many requests were sent.
func (c *Client) Calls() int { return c.calls }

// Charge takes money from a card.
func (c *Client) Charge(ctx context.Context, charge Charge, tags ...string) (*Receipt, error) {
	if charge.Card == "declined" {
		c.calls++
		return nil, fmt.Errorf("charge %d cents: %w", charge.Cents, ErrDeclined)
	}
	if err := c.send(ctx); err != nil {
		return nil, err
	}
	return &Receipt{ID: fmt.Sprintf("%s-%d-%d", charge.Card, charge.Cents, len(tags))}, nil
}

// Status asks whether the service is up.
func (c *Client) Status(ctx context.Context) error { return c.send(ctx) }

// Upload sends a document. Its reader can be read once only.
func (c *Client) Upload(ctx context.Context, name string, document io.Reader) (int64, error) {
	if err := c.send(ctx); err != nil {
		return 0, err
	}
	return io.Copy(io.Discard, document)
}

// send answers with the next status.
func (c *Client) send(ctx context.Context) error {
	c.calls++
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(c.Answers) == 0 {
		return nil
	}
	code := c.Answers[0]
	c.Answers = c.Answers[1:]
	if code < 400 {
		return nil
	}
	return &StatusError{Code: code}
}
