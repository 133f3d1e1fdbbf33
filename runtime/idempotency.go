package retry

import (
	"context"
	"crypto/rand"
)

// idempotencyKey is the key of an idempotency key in a context.
type idempotencyKey struct{}

// NewIdempotencyKey returns a random key of 128 bits or more, in letters and
// digits. A key is made once per call, outside its attempts, so that a server
// that has seen it recognises a repeated request.
func NewIdempotencyKey() string { return rand.Text() }

// WithIdempotencyKey returns a context that shows key to the attempts made with
// it; see [IdempotencyKey]. An empty key hides that of ctx.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}

// EnsureIdempotencyKey returns ctx if it has an idempotency key, so that a key
// that the caller chose, or that a call further out made, wins; else a context
// with a new one.
func EnsureIdempotencyKey(ctx context.Context) context.Context {
	if IdempotencyKey(ctx) != "" {
		return ctx
	}
	return WithIdempotencyKey(ctx, NewIdempotencyKey())
}

// IdempotencyKey returns the idempotency key of the call that ctx belongs to,
// or "". It is the same in every attempt.
func IdempotencyKey(ctx context.Context) string {
	key, _ := ctx.Value(idempotencyKey{}).(string)
	return key
}
