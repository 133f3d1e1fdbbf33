package retry

import (
	"time"

	"github.com/retrygen/retrygen/runtime/gen"
)

// SupportsV1 is [gen.SupportsV1].
const SupportsV1 = gen.SupportsV1

// Exponential is [gen.Exponential].
func Exponential(first time.Duration, factor float64, retry int) time.Duration {
	return gen.Exponential(first, factor, retry)
}

// ExponentialNearest is [gen.ExponentialNearest].
func ExponentialNearest(first time.Duration, factor float64, retry int) time.Duration {
	return gen.ExponentialNearest(first, factor, retry)
}

// Linear is [gen.Linear].
func Linear(first, step time.Duration, retry int) time.Duration {
	return gen.Linear(first, step, retry)
}

// Fibonacci is [gen.Fibonacci].
func Fibonacci(unit time.Duration, retry int) time.Duration { return gen.Fibonacci(unit, retry) }

// HasType is [gen.HasType].
func HasType(err error, name string) bool { return gen.HasType(err, name) }

// TypeName is [gen.TypeName].
func TypeName(err error) string { return gen.TypeName(err) }

// IsType is [gen.IsType].
func IsType[E error](err error) bool { return gen.IsType[E](err) }

// Text is [gen.Text].
func Text(err error) string { return gen.Text(err) }
