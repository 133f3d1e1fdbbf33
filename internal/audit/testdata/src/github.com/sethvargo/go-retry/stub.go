package retry

import (
	"context"
	"time"
)

type RetryFunc func(ctx context.Context) error
type Backoff interface{ Next() (time.Duration, bool) }

func NewConstant(t time.Duration) Backoff                                 { return nil }
func NewExponential(t time.Duration) Backoff                              { return nil }
func NewFibonacci(t time.Duration) Backoff                                { return nil }
func WithMaxRetries(n uint64, b Backoff) Backoff                          { return b }
func WithCappedDuration(d time.Duration, b Backoff) Backoff               { return b }
func WithJitter(d time.Duration, b Backoff) Backoff                       { return b }
func WithJitterPercent(p uint64, b Backoff) Backoff                       { return b }
func WithMaxDuration(d time.Duration, b Backoff) Backoff                  { return b }
func RetryableError(err error) error                                      { return err }
func Do(ctx context.Context, b Backoff, f RetryFunc) error                { return f(ctx) }
func Constant(ctx context.Context, t time.Duration, f RetryFunc) error    { return f(ctx) }
func Exponential(ctx context.Context, t time.Duration, f RetryFunc) error { return f(ctx) }
