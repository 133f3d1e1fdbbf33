// Package vault is internal to its parent.
package vault

import (
	"context"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Safe keeps things.
type Safe interface {
	Put(ctx context.Context, what Thing) (Ticket, error)
}

// Thing is what a safe keeps.
type Thing struct{ Name string }

// Ticket is what a safe gives for a thing.
type Ticket int

// Steel is a safe that fails by plan.
type Steel struct{ expect.Flaky }

// Put keeps a thing.
func (s *Steel) Put(_ context.Context, what Thing) (Ticket, error) {
	return Ticket(len(what.Name)), s.Try()
}
