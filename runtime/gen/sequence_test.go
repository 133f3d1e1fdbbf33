package gen_test

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/retrygen/retrygen/runtime/gen"
)

// saturated returns n as a duration, at most the longest one.
func saturated(n *big.Int) time.Duration {
	if !n.IsInt64() {
		return math.MaxInt64
	}
	return time.Duration(n.Int64())
}

func TestSequencesAgreeWithBigArithmetic(t *testing.T) {
	for _, unit := range []time.Duration{0, 1, 7, time.Millisecond, time.Hour, math.MaxInt64/2 + 1, math.MaxInt64} {
		last, fib := big.NewInt(0), big.NewInt(1)
		for n := 1; n <= 200; n++ {
			want := saturated(new(big.Int).Mul(big.NewInt(int64(unit)), fib))
			if got := gen.Fibonacci(unit, n); got != want {
				t.Fatalf("Fibonacci(%d, %d) = %d, want %d", unit, n, got, want)
			}
			last, fib = fib, new(big.Int).Add(last, fib)

			steps := new(big.Int).Mul(big.NewInt(int64(unit)), big.NewInt(int64(n-1)))
			want = saturated(steps.Add(steps, big.NewInt(5)))
			if got := gen.Linear(5, unit, n); got != want {
				t.Fatalf("Linear(5, %d, %d) = %d, want %d", unit, n, got, want)
			}
		}
	}
}

func TestSequencesSaturateAtAnyRetryNumber(t *testing.T) {
	for _, n := range []int{1000, math.MaxInt32, math.MaxInt} {
		if got := gen.Fibonacci(1, n); got != math.MaxInt64 {
			t.Errorf("Fibonacci(1, %d) = %d", n, got)
		}
		if got := gen.Linear(time.Hour, time.Hour, n); n > math.MaxInt32 && got != math.MaxInt64 {
			t.Errorf("Linear(1h, 1h, %d) = %d", n, got)
		}
	}
	if gen.Fibonacci(3, -1) != 3 || gen.Linear(3, 4, -1) != 3 {
		t.Error("a retry below 1 does not count as 1")
	}
}
