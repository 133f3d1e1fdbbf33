// Package remote has functions that retry themselves.
package remote

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"
	policy "github.com/retrygen/retrygen/runtime"
)

func once(context.Context) error { return nil }

// Fetch retries three times.
func Fetch(ctx context.Context) error {
	var err error
	for range 3 {
		if err = once(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Load retries by a library.
func Load(ctx context.Context) error {
	return backoff.Retry(func() error { return once(ctx) }, nil)
}

// Plain does not retry.
func Plain(ctx context.Context) error { return once(ctx) }

// Interrupted repeats a system call.
func Interrupted(ctx context.Context) error {
	for {
		err := once(ctx)
		if err == context.Canceled {
			continue
		}
		return err
	}
}

// RetryingGateway looks like a generated client.
type RetryingGateway struct{ pay *policy.Policy }

// Pay retries.
func (g *RetryingGateway) Pay(ctx context.Context) error {
	err := once(ctx)
	if err == nil {
		return nil
	}
	call := g.pay.Failed(ctx, "Gateway.Pay", err)
	for call.Again() {
		err = once(call.Context())
		call.Tried(err)
	}
	return call.Err()
}
