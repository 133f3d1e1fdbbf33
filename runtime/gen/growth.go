package gen

import (
	"math"
	"math/bits"
	"time"
)

// Exponential returns first × factor^(retry−1), truncated to nanoseconds
// (Temporal's rule). It is exact for a whole factor, and else as exact as
// float64 arithmetic. Past the longest duration it stays there. It is 0 if
// first is not positive or retry is less than 1. A factor below 1 shrinks, +Inf
// saturates from retry 2 on, and a negative one, or NaN, counts as 0.
func Exponential(first time.Duration, factor float64, retry int) time.Duration {
	return exponential(first, factor, retry, math.Trunc)
}

// ExponentialNearest is [Exponential], rounded to the nearest nanosecond
// (Prodigy's rule).
func ExponentialNearest(first time.Duration, factor float64, retry int) time.Duration {
	return exponential(first, factor, retry, math.Round)
}

func exponential(first time.Duration, factor float64, retry int, whole func(float64) float64) time.Duration {
	switch {
	case first <= 0 || retry < 1:
		return 0
	case retry == 1 || factor == 1:
		return first
	case !(factor > 0):
		return 0
	case factor == math.Trunc(factor) && factor < 1<<63:
		return power(first, uint64(factor), retry)
	}
	wait := whole(float64(first) * math.Pow(factor, float64(retry-1)))
	if wait >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(wait)
}

// power returns first × factor^(retry−1) for a factor of at least 2, so that
// it saturates within 63 rounds.
func power(first time.Duration, factor uint64, retry int) time.Duration {
	wait := uint64(first)
	for range retry - 1 {
		high, low := bits.Mul64(wait, factor)
		if high != 0 || low > math.MaxInt64 {
			return math.MaxInt64
		}
		wait = low
	}
	return time.Duration(wait)
}
