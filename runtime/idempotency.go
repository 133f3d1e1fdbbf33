package retry

import (
	"context"
	"math/rand/v2"
)

// idempotencyKey is the key of an idempotency key in a context.
type idempotencyKey struct{}

// keyAlphabet is the digits of a key, five bits each (RFC 4648, base 32).
const keyAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// NewIdempotencyKey returns a random key of 130 bits, in letters and digits. A
// key is made once per call, outside its attempts, so that a server that has
// seen it recognises a repeated request. It is unique, not secret: package
// crypto/rand would add 220 KB to a program that only retries.
func NewIdempotencyKey() string {
	var key [26]byte
	for i := range key {
		key[i] = keyAlphabet[rand.Uint32N(uint32(len(keyAlphabet)))]
	}
	return string(key[:])
}

// WithIdempotencyKey returns a context that shows key to the attempts made with
// it; see [IdempotencyKey]. An empty key hides the key of ctx.
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
