package policy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/distribution"
)

// tree is every call that fails until it gives up, with its chance: an
// obviously right version for few and short waits. It ends a call as the
// runtime does.
type tree struct {
	p       *Policy
	attempt time.Duration
	// made is told of every attempt: how many went before, the waits so far.
	made func(n int, sum time.Duration, chance float64)
	// over is told of every call that gives up, in the same way.
	over func(n int, sum time.Duration, chance float64)
}

func (t tree) grow(n int, last, sum time.Duration, chance float64) {
	t.made(n, sum, chance)
	if t.p.MaxAttempts > 0 && n+1 >= t.p.MaxAttempts {
		t.over(n, sum, chance)
		return
	}
	waits := t.waits(n+1, last)
	for _, wait := range waits {
		c := chance / float64(len(waits))
		next := wait
		if b := t.p.WaitBudget; b != nil && b.Truncate {
			next = min(wait, b.Limit-sum)
		}
		if t.stops(n+1, sum, next) {
			t.over(n, sum, c)
			continue
		}
		t.grow(n+1, wait, sum+next, c)
	}
}

// stops reports whether the limits rule out the wait before retry n.
func (t tree) stops(n int, sum, wait time.Duration) bool {
	b := t.p.WaitBudget
	if b != nil && (b.Truncate && sum >= b.Limit || !b.Truncate && sum+wait > b.Limit) {
		return true
	}
	total := t.p.TotalTimeout
	return total > 0 && total-sum-time.Duration(n)*t.attempt <= wait
}

func (t tree) waits(n int, last time.Duration) []time.Duration {
	s := &t.p.Backoff
	var waits []time.Duration
	if s.Jitter == Decorrelated {
		for steps := range 3*last + 1 {
			waits = append(waits, min(s.First+steps, s.Cap))
		}
		return waits
	}
	d := s.draw(s.Wait(n))
	for number := d.low; number <= d.high; number++ {
		waits = append(waits, d.wait(number))
	}
	return waits
}

// small are policies with few enough calls to go through all of them.
func small() map[string]Policy {
	schedules := map[string]Schedule{
		"around":       {Growth: Linear, First: 4, Step: 3, Cap: 9, Jitter: Around, Amount: 0.5, Unit: 1},
		"over":         {Growth: List, Waits: []time.Duration{6, 0, 3}, Cap: 5, Jitter: Around, Amount: 1.5, Unit: 1},
		"below":        {Growth: Exponential, First: 3, Factor: 2, Cap: 8, CapAfterJitter: true, Jitter: Below, Amount: 0.5, Unit: 1},
		"full":         {Growth: Exponential, First: 4, Factor: 2, Cap: 6, CapAfterJitter: true, Jitter: Full, Unit: 2},
		"open":         {Growth: Constant, First: 7, Cap: 6, CapAfterJitter: true, Jitter: Full, Unit: 1, Open: true},
		"equal":        {Growth: Fibonacci, First: 3, Cap: 7, Jitter: Equal, Unit: 1},
		"none":         {Growth: Exponential, First: 2, Factor: 2, Cap: 9, Unit: 1},
		"decorrelated": {Growth: Exponential, First: 2, Factor: 2, Cap: 9, Jitter: Decorrelated, Unit: 1},
	}
	bounds := map[string]Policy{
		"free": {}, "stops": {WaitBudget: &WaitBudget{Limit: 11}}, "nothing": {WaitBudget: &WaitBudget{Truncate: true}},
		"truncates": {WaitBudget: &WaitBudget{Limit: 11, Truncate: true}}, "timeout": {TotalTimeout: 12},
		"both": {TotalTimeout: 10, WaitBudget: &WaitBudget{Limit: 8, Truncate: true}},
		"next": {TotalTimeout: 9, WaitBudget: &WaitBudget{Limit: 8, Truncate: true}},
	}
	policies := map[string]Policy{}
	for s, schedule := range schedules {
		for b, p := range bounds {
			p.MaxAttempts, p.Backoff = 4, schedule
			policies[s+" "+b] = p
		}
	}
	return policies
}

func TestTotalDistributionMatchesEnumeration(t *testing.T) {
	for name, p := range small() {
		t.Run(name, func(t *testing.T) {
			want := map[time.Duration]float64{}
			tree{&p, 0, func(int, time.Duration, float64) {}, func(_ int, sum time.Duration, c float64) { want[sum] += c }}.
				grow(0, p.Backoff.First, 0, 1)
			law := p.TotalDistribution(3)
			if law.ErrorBound() != 0 {
				t.Errorf("drift %v of a law that fits its grid", law.ErrorBound())
			}
			total := 0.0
			for sum := range time.Duration(64) {
				total += want[sum]
				if got := law.UpTo(sum); math.Abs(got-total) > 1e-9 {
					t.Errorf("P(total ≤ %d) = %v, want %v", sum, got, total)
				}
			}
		})
	}
}

func TestQuantile(t *testing.T) {
	p := Policy{MaxAttempts: 2, Backoff: Schedule{First: 10 * time.Millisecond, Cap: Unlimited, Jitter: Full, Unit: time.Millisecond}}
	law := p.TotalDistribution(9) // 0ms to 10ms, each with chance 1/11
	for q, want := range map[float64]time.Duration{0: 0, 1. / 11: 0, 0.1: 1, 0.5: 5, 0.9: 9, 10. / 11: 9, 0.99: 10, 1: 10} {
		if got := law.Quantile(q); got != want*time.Millisecond {
			t.Errorf("Quantile(%v) = %v, want %dms", q, got, want)
		}
	}
	none := Policy{MaxAttempts: 1}
	if got := none.TotalDistribution(9).Quantile(0.5); got != 0 {
		t.Errorf("Quantile without a retry = %v", got)
	}
	endless := Policy{Backoff: Schedule{First: Unlimited / 2, Cap: Unlimited, Jitter: Equal, Unit: 1}}
	if got := endless.TotalDistribution(5).Quantile(0.99); got != Unlimited {
		t.Errorf("Quantile past the longest duration = %v, want it", got)
	}
	longest := Policy{Backoff: Schedule{First: Unlimited, Cap: Unlimited}}
	if got := longest.TotalDistribution(3).UpTo(Unlimited); got != 1 {
		t.Errorf("chance of any total = %v, want 1", got)
	}
}

// simulated returns the totals of so many calls, sorted.
func simulated(p *Policy, retries, calls int) []time.Duration {
	random := rand.New(rand.NewPCG(1, 2))
	totals := make([]time.Duration, calls)
	for i := range totals {
		last, sum := p.Backoff.First, time.Duration(0)
		for n := 1; n <= retries; n++ {
			wait := p.Backoff.Delay(n, random.Uint64())
			if p.Backoff.Jitter == Decorrelated {
				wait = p.Backoff.DelayAfter(last, random.Uint64())
			}
			last = wait
			if p.TotalTimeout > 0 && p.TotalTimeout-sum <= wait {
				break
			}
			sum += wait
		}
		totals[i] = sum
	}
	slices.Sort(totals)
	return totals
}

// TestTotalDistributionMatchesSimulation is for laws that a grid can only approximate.
// The tolerance is in probability: four standard deviations of the simulation.
func TestTotalDistributionMatchesSimulation(t *testing.T) {
	const calls, retries = 40_000, 8
	second := Schedule{Growth: Exponential, First: time.Second, Factor: 2, Cap: 20 * time.Second, Unit: 1}
	for _, jitter := range []Jitter{Full, Equal, Around, Below, Decorrelated} {
		for _, timeout := range []time.Duration{0, 30 * time.Second} {
			t.Run(fmt.Sprint(jitter, timeout), func(t *testing.T) {
				p := Policy{Backoff: second, TotalTimeout: timeout}
				p.Backoff.Jitter, p.Backoff.Amount, p.Backoff.CapAfterJitter = jitter, 0.25, jitter == Below
				totals := simulated(&p, retries, calls)
				law := p.TotalDistribution(retries)
				for _, q := range []float64{0.1, 0.5, 0.9, 0.99} {
					i, _ := slices.BinarySearch(totals, law.Quantile(q))
					got, tolerance := float64(i)/calls, 4*math.Sqrt(q*(1-q)/calls)
					if math.Abs(got-q) > tolerance {
						t.Errorf("%v of the calls stay below Quantile(%v) = %v", got, q, law.Quantile(q))
					}
				}
			})
		}
	}
}

// TestTotalDistributionIsExact: sums of few possible lengths have each a place of their
// own, however long they are and however many retries there may be.
func TestTotalDistributionIsExact(t *testing.T) {
	narrow := Schedule{First: time.Hour, Cap: Unlimited, Jitter: Below, Amount: 1e-9, Unit: 1} // 3,600 ns below an hour
	wide := Schedule{First: 8000, Cap: Unlimited, Jitter: Full, Unit: 1}
	short := Schedule{First: 1, Cap: Unlimited, Jitter: Full, Unit: 1}
	tests := map[string]struct {
		p       Policy
		retries int
	}{
		"without jitter": {Policy{Backoff: Schedule{First: time.Hour, Cap: Unlimited}}, 10_000},
		"narrow":         {Policy{Backoff: narrow}, 18}, // 64,800 lengths
		"wide":           {Policy{Backoff: wide}, 8},    // 64,000
		"many retries":   {Policy{Backoff: short, WaitBudget: &WaitBudget{Limit: 4000}}, 10_000},
	}
	for name, tt := range tests {
		if drift := tt.p.TotalDistribution(tt.retries).ErrorBound(); drift != 0 {
			t.Errorf("%s: drift %v", name, drift)
		}
	}
}

// TestDriftIsNoLongerThanTheLaw: two totals cannot differ by more than the
// shortest and the longest do.
func TestDriftIsNoLongerThanTheLaw(t *testing.T) {
	p := Policy{Backoff: decorrelated(10*time.Second, 20*time.Second)}
	shortest, _, longest := p.Total(30)
	if got := p.TotalDistribution(30).ErrorBound(); got != longest-shortest {
		t.Errorf("drift %v, want %v", got, longest-shortest)
	}
}

// TestTotalDistributionIsNear compares a law on a coarse grid with the exact one.
func TestTotalDistributionIsNear(t *testing.T) {
	s := Schedule{Growth: Exponential, First: 4096, Factor: 2, Cap: 1 << 20, Jitter: Full, Unit: 1}
	exact, coarse := s.walk(1), s.walk(64)
	for n := 1; n <= 4; n++ {
		for _, w := range []distribution.State{exact, coarse} {
			w.Step(n)
			w.Move(Unlimited)
		}
	}
	if exact.ErrorBound() != 0 || coarse.ErrorBound() != 4*64 {
		t.Errorf("drifts %d and %d, want 0 and 256", exact.ErrorBound(), coarse.ErrorBound())
	}
	for sum := time.Duration(0); sum < 61440; sum += 512 {
		low, high := exact.Within(sum-coarse.ErrorBound()), exact.Within(sum+coarse.ErrorBound())
		if got := coarse.Within(sum); got < low-1e-9 || got > high+1e-9 {
			t.Errorf("P(sum ≤ %d) = %v, want between %v and %v", sum, got, low, high)
		}
	}
}

// TestCapBetweenPlaces: draws fit the grid of 64, the cap of 100 does not.
func TestCapBetweenPlaces(t *testing.T) {
	s := Schedule{First: 640, Cap: 100, CapAfterJitter: true, Jitter: Full, Unit: 64}
	for limit, want := range map[time.Duration]time.Duration{100: 64, 128: 0, Unlimited: 0} {
		s.Cap = limit
		w := s.walk(64)
		w.Step(1)
		w.Move(Unlimited)
		if got := w.ErrorBound(); got != want {
			t.Errorf("cap %d: drift %d, want %d", limit, got, want)
		}
	}
}

// TestChainIsNear is the same for waits of which each depends on the one before:
// it is off by a width, and by three times what that one is off.
func TestChainIsNear(t *testing.T) {
	s := decorrelated(20, 180)
	exact, coarse := s.chain(1, 720), s.chain(8, 720)
	for n, drift := range []time.Duration{8, 8 + 32, 8 + 32 + 104, 8 + 32 + 104 + 180} {
		for _, c := range []distribution.State{exact, coarse} {
			c.Step(n + 1)
			c.Move(720)
		}
		if exact.ErrorBound() != 0 || coarse.ErrorBound() != drift {
			t.Errorf("after %d waits: drifts %d and %d, want 0 and %d", n+1, exact.ErrorBound(), coarse.ErrorBound(), drift)
		}
		for sum := time.Duration(0); sum < 720; sum += 5 {
			low, high := exact.Within(sum-drift), exact.Within(sum+drift)
			if got := coarse.Within(sum); got < low-1e-9 || got > high+1e-9 {
				t.Errorf("after %d waits: P(sum ≤ %d) = %v, want between %v and %v", n+1, sum, got, low, high)
			}
		}
	}
}
