// Package faults has two mistakes that ordinary tests do not show, with their repair: a
// charge that is made twice when its answer is lost, and a function that keeps what it
// has counted when its transaction runs again.
package faults

import (
	"context"
	"sync"

	retry "github.com/retrygen/retrygen/runtime"
)

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate faults.retry.yaml

// Gateway charges cards.
type Gateway interface {
	Charge(ctx context.Context, cents int) (receipt string, err error)
}

// Bank is a Gateway. It charges only once for calls with the same idempotency key.
type Bank struct {
	mu      sync.Mutex
	charged int
	known   map[string]bool
}

// Charge charges a card.
func (b *Bank) Charge(ctx context.Context, cents int) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if key := retry.IdempotencyKey(ctx); key == "" || !b.known[key] {
		b.charged += cents
		if b.known == nil {
			b.known = map[string]bool{}
		}
		b.known[key] = true
	}
	return "receipt", nil
}

// Charged returns the sum of all charges.
func (b *Bank) Charged() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.charged
}

// Store runs transactions.
type Store interface {
	Update(ctx context.Context, change func(prices map[string]int) error) error
}

// Shop is a Store in memory.
type Shop map[string]int

// Update runs change in a transaction.
func (s Shop) Update(_ context.Context, change func(map[string]int) error) error { return change(s) }

// SumOnce adds up the prices in a transaction, and forgets that the transaction may run
// again: then the sum is twice too large.
func SumOnce(ctx context.Context, store Store) (sum int, err error) {
	err = store.Update(ctx, func(prices map[string]int) error {
		for _, price := range prices {
			sum += price
		}
		return nil
	})
	return sum, err
}

// Sum is SumOnce with the repair: each run begins at zero.
func Sum(ctx context.Context, store Store) (sum int, err error) {
	err = store.Update(ctx, func(prices map[string]int) error {
		sum = 0
		for _, price := range prices {
			sum += price
		}
		return nil
	})
	return sum, err
}
