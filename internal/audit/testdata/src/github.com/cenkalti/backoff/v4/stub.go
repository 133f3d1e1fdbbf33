package backoff

import (
	"context"
	"time"
)

type Operation func() error
type OperationWithData[T any] func() (T, error)
type Notify func(error, time.Duration)
type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}
type ConstantBackOff struct{ Interval time.Duration }

func (b *ConstantBackOff) NextBackOff() time.Duration { return b.Interval }
func (b *ConstantBackOff) Reset()                     {}

type ExponentialBackOff struct {
	InitialInterval                 time.Duration
	RandomizationFactor, Multiplier float64
	MaxInterval, MaxElapsedTime     time.Duration
}

func (b *ExponentialBackOff) NextBackOff() time.Duration { return 0 }
func (b *ExponentialBackOff) Reset()                     {}

type ExponentialBackOffOpts func(*ExponentialBackOff)

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { return nil }
func WithInitialInterval(d time.Duration) ExponentialBackOffOpts               { return nil }
func WithMaxInterval(d time.Duration) ExponentialBackOffOpts                   { return nil }
func WithMultiplier(m float64) ExponentialBackOffOpts                          { return nil }
func WithRandomizationFactor(f float64) ExponentialBackOffOpts                 { return nil }
func WithMaxElapsedTime(d time.Duration) ExponentialBackOffOpts                { return nil }
func NewConstantBackOff(d time.Duration) *ConstantBackOff                      { return nil }
func WithMaxRetries(b BackOff, max uint64) BackOff                             { return nil }
func WithContext(b BackOff, ctx context.Context) BackOff                       { return nil }
func Permanent(err error) error                                                { return err }
func Retry(o Operation, b BackOff) error                                       { return o() }
func RetryNotify(o Operation, b BackOff, n Notify) error                       { return o() }
func RetryWithData[T any](o OperationWithData[T], b BackOff) (T, error)        { return o() }
