// Package pay is one of two packages of that name.
package pay

import (
	"context"
	"errors"
)

// ErrStop is final.
var ErrStop = errors.New("second: stop")

// Payment is a payment of this package.
type Payment struct{ Amount int }

// Payer pays.
type Payer interface {
	Pay(ctx context.Context, p Payment) (Payment, error)
}
