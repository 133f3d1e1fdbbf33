package gen_test

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/retrygen/retrygen/runtime/gen"
)

const ms = time.Millisecond

func TestExponential(t *testing.T) {
	tests := []struct {
		first              time.Duration
		factor             float64
		retry              int
		truncated, nearest time.Duration
	}{
		{time.Second, 2, 1, 1e9, 1e9},
		{time.Second, 2, 4, 8e9, 8e9},
		{time.Second, 1, math.MaxInt, 1e9, 1e9},
		{100 * ms, 1.1, 2, 110000000, 110000000},         // Prodigy
		{time.Second, 1.5, 11, 57665039062, 57665039063}, // Temporal: 57665039062.5
		{time.Second, 0.5, 3, 250 * ms, 250 * ms},
		{time.Second, 0.5, math.MaxInt, 0, 0},
		{time.Second, 0, 1, 1e9, 1e9},
		{time.Second, 0, 2, 0, 0},
		{time.Second, -2, 3, 0, 0},
		{time.Second, math.NaN(), 3, 0, 0},
		{time.Second, math.Inf(1), 1, 1e9, 1e9},
		{time.Second, math.Inf(1), 2, math.MaxInt64, math.MaxInt64},
		{time.Second, math.Inf(-1), 2, 0, 0},
		{time.Second, 2, 34, 1e9 << 33, 1e9 << 33},
		{time.Second, 2, 35, math.MaxInt64, math.MaxInt64}, // 2^34 s passes 2^63 ns
		{time.Second, 2, math.MaxInt64, math.MaxInt64, math.MaxInt64},
		{1, 3, 36, 50_031_545_098_999_707, 50_031_545_098_999_707}, // 3^35, which no float64 is
		{time.Second, 1e300, 2, math.MaxInt64, math.MaxInt64},
		{1, 2, 63, 1 << 62, 1 << 62},
		{1, 2, 64, math.MaxInt64, math.MaxInt64},
		{math.MaxInt64, 1, 5, math.MaxInt64, math.MaxInt64},
		{math.MaxInt64, 1.0000001, 5, math.MaxInt64, math.MaxInt64},
		{0, 2, 5, 0, 0},
		{-1, 2, 5, 0, 0},
		{time.Second, 2, 0, 0, 0},
		{time.Second, 2, math.MinInt64, 0, 0},
	}
	for _, test := range tests {
		if got := gen.Exponential(test.first, test.factor, test.retry); got != test.truncated {
			t.Errorf("Exponential(%v, %v, %d) = %d, want %d", test.first, test.factor, test.retry, got, test.truncated)
		}
		if got := gen.ExponentialNearest(test.first, test.factor, test.retry); got != test.nearest {
			t.Errorf("ExponentialNearest(%v, %v, %d) = %d, want %d", test.first, test.factor, test.retry, got, test.nearest)
		}
	}
}

// exact returns first × factor^(retry−1), or MaxInt64 past it, in arithmetic
// wide enough that only the last bits of 2000 are lost.
func exact(first time.Duration, factor float64, retry int) *big.Float {
	limit := new(big.Float).SetInt64(math.MaxInt64)
	wait := new(big.Float).SetPrec(2000).SetInt64(int64(first))
	power := new(big.Float).SetPrec(2000).SetFloat64(factor)
	for n := retry - 1; n > 0; n >>= 1 {
		if n&1 == 1 {
			wait.Mul(wait, power)
		}
		power.Mul(power, power)
	}
	if wait.Cmp(limit) > 0 {
		return limit
	}
	return wait
}

func FuzzExponential(f *testing.F) {
	f.Add(int64(1e9), 2.0, 35)
	f.Add(int64(1e9), 1.5, 11)
	f.Add(int64(1), 1.0000001, 1<<20)
	f.Add(int64(math.MaxInt64), 0.999, 12345)
	f.Add(int64(7), 3.0, math.MaxInt32)
	f.Fuzz(func(t *testing.T, first int64, factor float64, n int) {
		wait := gen.Exponential(time.Duration(first), factor, n)
		nearest := gen.ExponentialNearest(time.Duration(first), factor, n)
		if wait < 0 || nearest < 0 || nearest < wait || nearest-wait > 1 {
			t.Fatalf("truncated %d, nearest %d", wait, nearest)
		}
		if first <= 0 || n < 1 || !(factor > 0) || math.IsInf(factor, 0) || n > 1<<20 {
			return
		}
		oracle := exact(time.Duration(first), factor, n)
		want, _ := oracle.Int64()
		if whole := factor == math.Trunc(factor); whole {
			if int64(wait) != want {
				t.Fatalf("whole factor: %d, want %d", wait, want)
			}
			return
		}
		// math.Pow multiplies, and loses up to a bit of 53 each time.
		if slack := 1 + float64(want)*float64(n+4)*0x1p-52; math.Abs(float64(wait)-float64(want)) > slack {
			t.Fatalf("%d, want %d ± %v", wait, want, slack)
		}
	})
}

// TestExponentialNeverFalls walks through every retry up to saturation.
func TestExponentialNeverFalls(t *testing.T) {
	for _, factor := range []float64{1, 1.01, 1.5, 2, 3, 10, 100} {
		previous := time.Duration(0)
		for n := 1; n <= 10000; n++ {
			wait := gen.Exponential(25*ms, factor, n)
			if wait < previous {
				t.Fatalf("factor %v, retry %d: %v after %v", factor, n, wait, previous)
			}
			previous = wait
		}
	}
}

// TestExponentialAtTheGreatestDuration: this product is just 2^63, the least
// that is no duration.
func TestExponentialAtTheGreatestDuration(t *testing.T) {
	if got := gen.ExponentialNearest(3689348814741910272, 2.5, 2); got != math.MaxInt64 {
		t.Errorf("got %d", got)
	}
}
