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

// capped returns the means of retries 1 to n where every wait can meet the cap,
// first ≤ cap ≤ 4 × first. After a wait x the mean is cap − (cap−first)²/6x, so
// it takes the mean of 1/x: that of the wait after y is 1/cap + k/y.
func capped(first, limit float64, n int) []float64 {
	k := (math.Log(limit/first) + first/limit - 1) / 3
	var means []float64
	for inverse := 1 / first; len(means) < n; inverse = 1/limit + k*inverse {
		means = append(means, limit-(limit-first)*(limit-first)/6*inverse)
	}
	return means
}

func TestDecorrelatedMeanAtTheCapMatchesClosedForm(t *testing.T) {
	for _, limit := range []float64{1.0001, 1.5, 2, 3, 3.9, 4} {
		s := decorrelated(time.Second, Seconds(limit))
		for i, want := range capped(1, limit, 12) {
			checkMean(t, s, i+1, want)
		}
	}
}

// TestDecorrelatedMeanPastTheCapMatchesClosedForm is about the second retry
// where only it can meet the cap: after a wait up to m, from which on it can,
// the mean is first + 3/2 of that wait.
func TestDecorrelatedMeanPastTheCapMatchesClosedForm(t *testing.T) {
	for limit := 4.0; limit <= 13; limit += 0.05 {
		m := (limit - 1) / 3
		below := m - 1 + 0.75*(m*m-1)
		above := limit*(4-m) - (limit-1)*(limit-1)/6*math.Log(4/m)
		s := decorrelated(time.Second, Seconds(limit))
		checkMean(t, s, 2, (below+above)/3)
		if got, want := s.Mean(1), 2500*ms; got != want {
			t.Errorf("cap %v: Mean(1) = %v, want exactly %v", s.Cap, got, want)
		}
	}
}

// checkMean allows for a fifth of the error that Mean admits to, a millionth: a
// coarser grid or another rule of integration has more.
func checkMean(t *testing.T, s Schedule, n int, want float64) {
	t.Helper()
	if got := s.Mean(n).Seconds(); math.Abs(got-want) > 2e-7*want {
		t.Errorf("cap %v: Mean(%d) = %.9f, want %.9f", s.Cap, n, got, want)
	}
}

func TestDecorrelatedMeanOfOneWait(t *testing.T) {
	for _, s := range []Schedule{decorrelated(0, time.Second), decorrelated(time.Second, time.Second), decorrelated(time.Hour, time.Second)} {
		for _, n := range []int{1, 2, math.MaxInt} {
			if got, want := s.Mean(n), min(s.First, s.Cap); got != want {
				t.Errorf("first %v, cap %v: Mean(%d) = %v, want %v", s.First, s.Cap, n, got, want)
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
		full, decorrelated(25*ms, 20*time.Second), decorrelated(25*ms, DecorrelatedLimit),
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
