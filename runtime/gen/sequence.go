package gen

import (
	"math"
	"math/bits"
	"time"
)

// Linear returns first + step × (retry−1), or the longest duration if that is
// less. Neither first nor step may be negative. A retry below 1 counts as 1.
func Linear(first, step time.Duration, retry int) time.Duration {
	high, low := bits.Mul64(uint64(step), uint64(max(retry, 1)-1))
	if high != 0 || low > uint64(math.MaxInt64-first) {
		return math.MaxInt64
	}
	return first + time.Duration(low)
}

// Fibonacci returns unit × fib(retry), where fib is 1, 1, 2, 3, 5 …, or the
// longest duration if that is less. The unit may not be negative. A retry below
// 1 counts as 1.
func Fibonacci(unit time.Duration, retry int) time.Duration {
	if unit == 0 {
		return 0
	}
	wait, next := unit, unit
	for ; retry > 2 && next < math.MaxInt64; retry-- {
		wait, next = next, wait+min(next, math.MaxInt64-wait)
	}
	if retry < 2 {
		return unit
	}
	return next
}
