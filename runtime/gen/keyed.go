package gen

import (
	"context"

	retry "github.com/retrygen/retrygen/runtime"
)

// KeyedSeq2 is [retry.Seq2] for a call that shows an idempotency key. Each iteration
// is a call, and has a key that its attempts share, unless ctx has one already.
func KeyedSeq2[T any, S ~func(yield func(T, error) bool)](ctx context.Context, p *retry.Policy, operation string, f func(context.Context) S) S {
	return func(yield func(T, error) bool) {
		retry.Seq2(retry.EnsureIdempotencyKey(ctx), p, operation, f)(yield)
	}
}
