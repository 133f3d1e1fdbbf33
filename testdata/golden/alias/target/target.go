// Package target declares what another package has other names for.
package target

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/alias/target/internal/hidden"
)

// Gateway charges.
type Gateway interface {
	Charge(ctx context.Context, amount Amount) (Receipt, error)
}

// Amount is a type of an internal package under another name.
type Amount = hidden.Amount

// Receipt is what a charge returns.
type Receipt struct{ Amount Amount }

// ErrFinal is final.
var ErrFinal = errors.New("final")

// Declined is a final error.
type Declined struct{}

// Error returns the text of the error.
func (*Declined) Error() string { return "declined" }

// Box holds values.
type Box[T any] interface {
	Get(ctx context.Context, key string) (T, error)
}

// Client is a struct.
type Client struct{ Calls int }

// Ping pings.
func (c *Client) Ping() error { c.Calls++; return ErrFinal }
