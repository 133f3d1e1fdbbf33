package policy

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// TestKernelKeepsChanceAndMean: what does not fit the grid is shared between
// places so that nothing is lost and the mean stays.
func TestKernelKeepsChanceAndMean(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		low := random.Int64N(2000) - 500
		d := draw{low: low, high: max(low, 0) + random.Int64N(3000), divisor: 1, scale: 1, ceiling: time.Duration(random.Int64N(4000))}
		mean, count := 0.0, 0.0
		for number := d.low; number <= d.high; number++ {
			mean, count = mean+float64(d.wait(number)), count+1
		}
		shortest := d.wait(d.low)
		k := newKernel(d.runs(), shortest, 1+time.Duration(random.IntN(70)))
		chances := k.fold([]float64{1}, math.MaxInt32-1)
		chance, kept := 0.0, 0.0
		for place, c := range chances {
			chance, kept = chance+c, kept+c*float64(shortest+time.Duration(place)*k.width)
		}
		if math.Abs(chance-1) > 1e-9 || math.Abs(kept-mean/count) > 1e-9*(1+kept) {
			t.Fatalf("%+v on a grid of %d: chance %v, mean %v, want 1 and %v", d, k.width, chance, kept, mean/count)
		}
	}
}

func TestTimes(t *testing.T) {
	for _, tt := range []struct {
		d    time.Duration
		n    int
		want time.Duration
	}{
		{5, 0, 0}, {5, 3, 15}, {Unlimited / 2, 2, Unlimited - 1}, {Unlimited/2 + 1, 2, Unlimited}, {Unlimited, math.MaxInt, Unlimited},
	} {
		if got := times(tt.d, tt.n); got != tt.want {
			t.Errorf("%d × %d = %d, want %d", tt.n, tt.d, got, tt.want)
		}
	}
}

// TestWithin: the sums of a wait of 0 to 9 are equally likely.
func TestWithin(t *testing.T) {
	s := Schedule{First: 9, Cap: Unlimited, Jitter: Full, Unit: 1}
	w := newWalk(&s, 1)
	w.step(1)
	w.move(Unlimited)
	for limit := range time.Duration(12) {
		if got, want := w.within(limit), min(float64(limit+1)/10, 1); math.Abs(got-want) > 1e-12 {
			t.Errorf("P(sum ≤ %d) = %v, want %v", limit, got, want)
		}
	}
}
