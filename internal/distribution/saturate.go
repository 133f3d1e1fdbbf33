package distribution

import (
	"math"
	"time"
)

// unlimited is the longest duration, at which sums saturate.
const unlimited = time.Duration(math.MaxInt64)

// Add returns a + b, or the longest duration if that is longer. Neither may be negative.
func Add(a, b time.Duration) time.Duration {
	if a > unlimited-b {
		return unlimited
	}
	return a + b
}

// Times returns n × d, or the longest duration if that is longer.
func Times(d time.Duration, n int) time.Duration {
	if n > 0 && d > unlimited/time.Duration(n) {
		return unlimited
	}
	return d * time.Duration(n)
}
