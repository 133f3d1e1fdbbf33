package policy

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func decorrelated(first, limit time.Duration) Schedule {
	return Schedule{Growth: Exponential, First: first, Factor: 2, Cap: limit, Jitter: Decorrelated, Unit: 1}
}

func TestDelayAfter(t *testing.T) {
	s := decorrelated(100, 1000)
	tests := []struct {
		previous time.Duration
		random   uint64
		want     time.Duration
	}{
		{0, 0, 100},
		{0, math.MaxUint64, 400},
		{100, 1 << 63, 250},
		{200, math.MaxUint64, 700},
		{900, math.MaxUint64, 1000},
		{Unlimited, math.MaxUint64, 1000},
	}
	for _, tt := range tests {
		if got := s.DelayAfter(tt.previous, tt.random); got != tt.want {
			t.Errorf("DelayAfter(%d, %d) = %d, want %d", tt.previous, tt.random, got, tt.want)
		}
	}
}

func TestDecorrelatedBounds(t *testing.T) {
	s := decorrelated(100, 2000)
	for n, want := range map[int]time.Duration{1: 400, 2: 1300, 3: 2000, 4: 2000, math.MaxInt: 2000} {
		if shortest, longest := s.Bounds(n); shortest != 100 || longest != want {
			t.Errorf("Bounds(%d) = %d, %d, want 100, %d", n, shortest, longest, want)
		}
	}
	above := decorrelated(3000, 2000)
	if shortest, longest := above.Bounds(1); shortest != 2000 || longest != 2000 {
		t.Errorf("Bounds above the cap = %d, %d, want 2000, 2000", shortest, longest)
	}
}

func TestDecorrelatedMeanBelowTheCapIsExact(t *testing.T) {
	s := decorrelated(1024, Unlimited/4)
	for n, want := range map[int]time.Duration{1: 2560, 2: 4864, 3: 8320} {
		if got := s.Mean(n); got != want {
			t.Errorf("Mean(%d) = %d, want %d", n, got, want)
		}
	}
}

// chained returns the exact means of retries 1 to n, by the probability of
// every wait: an obviously right version for small numbers.
func chained(s Schedule, n int) []float64 {
	chance := map[time.Duration]float64{s.First: 1}
	var means []float64
	for range n {
		next, mean := map[time.Duration]float64{}, 0.0
		for previous, p := range chance {
			p /= float64(3*previous + 1)
			for steps := range 3*previous + 1 {
				wait := min(s.First+steps, s.Cap)
				next[wait] += p
				mean += p * float64(wait)
			}
		}
		chance, means = next, append(means, mean)
	}
	return means
}

func TestDecorrelatedMeanMatchesEnumeration(t *testing.T) {
	for _, limit := range []time.Duration{60, 333, 800} {
		s := decorrelated(50, limit)
		for i, want := range chained(s, 8) {
			// A law over few whole numbers is a little off the smooth one.
			if got := float64(s.Mean(i + 1)); math.Abs(got-want) > 1+0.002*want {
				t.Errorf("cap %d: Mean(%d) = %v, want %v", limit, i+1, got, want)
			}
		}
	}
}

func TestDecorrelatedMeanMatchesDraws(t *testing.T) {
	s := decorrelated(25*ms, 20*time.Second)
	r := rand.New(rand.NewPCG(1, 2))
	const calls = 100_000
	var sums [8]float64
	for range calls {
		var previous time.Duration
		for i := range sums {
			previous = s.DelayAfter(previous, r.Uint64())
			sums[i] += float64(previous) / calls
		}
	}
	for i, want := range sums {
		if got := float64(s.Mean(i + 1)); math.Abs(got/want-1) > 0.02 {
			t.Errorf("Mean(%d) = %v, drawn %v", i+1, time.Duration(got), time.Duration(want))
		}
	}
	if far, settled := s.Mean(math.MaxInt), s.Mean(1000); far != settled {
		t.Errorf("Mean(MaxInt) = %v, want the settled %v", far, settled)
	}
}

func TestMeansAreTheMeans(t *testing.T) {
	full := exponential(time.Second, 2, time.Minute)
	full.Jitter = Full
	schedules := []Schedule{
		full, decorrelated(25*ms, 20*time.Second), decorrelated(25*ms, decorrelatedLimit),
		decorrelated(0, time.Second), decorrelated(time.Second, 0),
	}
	for _, s := range schedules {
		for i, mean := range s.Means(30) {
			if want := s.Mean(i + 1); mean != want {
				t.Errorf("%v up to %v: mean %d = %v, want %v", s.First, s.Cap, i+1, mean, want)
			}
		}
		if got := len(s.Means(-1)); got != 0 {
			t.Errorf("%d means of −1 retries", got)
		}
	}
}
