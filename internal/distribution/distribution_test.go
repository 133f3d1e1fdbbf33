package distribution

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// TestConvolutionKeepsChanceAndMean: what does not fit the grid is shared
// between places so that nothing is lost and the mean stays.
func TestConvolutionKeepsChanceAndMean(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		shortest := time.Duration(random.Int64N(2000))
		runs := []Run{{First: shortest, Step: 1, Count: 1, Chance: 0.25}, {First: shortest + time.Duration(random.Int64N(900)), Step: 1, Count: 1 + random.Int64N(3000), Chance: 0.75}}
		mean := 0.0
		for _, r := range runs {
			mean += r.Chance * (float64(r.First) + float64(r.Count-1)/2)
		}
		k := newConvolution(runs, shortest, 1+time.Duration(random.IntN(70)))
		chances := k.fold([]float64{1}, math.MaxInt32-1)
		chance, kept := 0.0, 0.0
		for place, c := range chances {
			chance, kept = chance+c, kept+c*float64(shortest+time.Duration(place)*k.width)
		}
		if math.Abs(chance-1) > 1e-9 || math.Abs(kept-mean) > 1e-9*(1+kept) {
			t.Fatalf("%+v on a grid of %d: chance %v, mean %v, want 1 and %v", runs, k.width, chance, kept, mean)
		}
	}
}

func TestTimes(t *testing.T) {
	for _, tt := range []struct {
		d    time.Duration
		n    int
		want time.Duration
	}{
		{5, 0, 0}, {5, 3, 15}, {unlimited / 2, 2, unlimited - 1}, {unlimited/2 + 1, 2, unlimited}, {unlimited, math.MaxInt, unlimited},
	} {
		if got := Times(tt.d, tt.n); got != tt.want {
			t.Errorf("%d × %d = %d, want %d", tt.n, tt.d, got, tt.want)
		}
	}
}

// TestWithin: the sums of a wait of 0 to 9 are equally likely.
func TestWithin(t *testing.T) {
	w := NewWalk(func(int) ([]Run, time.Duration) { return []Run{{Step: 1, Count: 10, Chance: 1}}, 0 }, 1)
	w.Step(1)
	w.Move(unlimited)
	for limit := range time.Duration(12) {
		if got, want := w.Within(limit), min(float64(limit+1)/10, 1); math.Abs(got-want) > 1e-12 {
			t.Errorf("P(sum ≤ %d) = %v, want %v", limit, got, want)
		}
	}
}
