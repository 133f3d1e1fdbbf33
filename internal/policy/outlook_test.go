package policy

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestSuccessMatchesEnumeration(t *testing.T) {
	const failure = 0.3
	for name, p := range small() {
		for _, attempt := range []time.Duration{0, 2} {
			for deadline := range time.Duration(24) {
				want := 0.0
				made := func(n int, sum time.Duration, chance float64) {
					end := sum + time.Duration(n+1)*attempt
					if end <= deadline && (n == 0 || p.TotalTimeout == 0 || end <= p.TotalTimeout) {
						want += chance * math.Pow(failure, float64(n)) * (1 - failure)
					}
				}
				tree{&p, attempt, made, func(int, time.Duration, float64) {}}.grow(0, p.Backoff.First, 0, 1)
				got := p.Success(failure, deadline, attempt)
				if math.Abs(got.AtLeast-want) > 1e-9 || got.AtMost != got.AtLeast {
					t.Errorf("%s: Success(%v, %d, %d) = %v, want %v", name, failure, deadline, attempt, got, want)
				}
			}
		}
	}
}

func TestSurvivalMatchesEnumeration(t *testing.T) {
	for name, p := range small() {
		for _, attempt := range []time.Duration{0, 2} {
			for outage := range time.Duration(30) {
				// The last attempt of a call tells whether any was late enough.
				want := 0.0
				made := func(int, time.Duration, float64) {}
				over := func(n int, sum time.Duration, chance float64) {
					if sum+time.Duration(n)*attempt >= outage {
						want += chance
					}
				}
				tree{&p, attempt, made, over}.grow(0, p.Backoff.First, 0, 1)
				got := p.Survival(outage, attempt)
				if math.Abs(got.AtLeast-want) > 1e-9 || got.AtMost != got.AtLeast {
					t.Errorf("%s: Survival(%d, %d) = %v, want %v", name, outage, attempt, got, want)
				}
			}
		}
	}
}

func TestChancesOfCallsWithoutEnd(t *testing.T) {
	jittered := Schedule{First: time.Second, Cap: Unlimited, Jitter: Full, Unit: 1}
	dwindling := Schedule{Growth: Exponential, First: time.Second, Factor: 0.5, Cap: Unlimited, Unit: 1}
	tests := []struct {
		name string
		got  Chance
		low  float64
		high float64
	}{
		{"any outage is outlived", (&Policy{Backoff: jittered}).Survival(100*time.Hour, 0), 1, 1},
		{"no outage", (&Policy{MaxAttempts: 1}).Survival(0, 0), 1, 1},
		{"no retry", (&Policy{MaxAttempts: 1}).Survival(1, 0), 0, 0},
		{"waits that dwindle add up to 2s", (&Policy{Backoff: dwindling}).Survival(3*time.Second, 0), 0, 1},
		{"a timeout before the end", (&Policy{Backoff: jittered, TotalTimeout: time.Hour}).Survival(2*time.Hour, 0), 0, 0},
		{"no call succeeds", (&Policy{Backoff: jittered}).Success(1, time.Minute, 0), 0, 0},
		{"every call succeeds", (&Policy{Backoff: jittered}).Success(0, 0, 0), 1, 1},
		{"the attempt alone takes longer", (&Policy{Backoff: jittered}).Success(0, 1, 2), 0, 0},
		{"without a deadline", (&Policy{MaxAttempts: 2, Backoff: Schedule{First: Unlimited, Cap: Unlimited}}).Success(0.5, Unlimited, 0), 0.75, 0.75},
		{"unless its timeout ends it", (&Policy{Backoff: jittered, AttemptTimeout: 1}).Success(0, 1, 2), 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if math.Abs(tt.got.AtLeast-tt.low) > 1e-9 || math.Abs(tt.got.AtMost-tt.high) > 1e-9 {
				t.Errorf("chance %v, want %v to %v", tt.got, tt.low, tt.high)
			}
		})
	}
}

// TestSuccessLeavesOpenWhatItDoesNotLookAt: half of the first waits keep within
// the budget, all others are 0. Of the calls that then go on for ever, nobody
// knows what becomes of those that fail 10,001 times.
func TestSuccessLeavesOpenWhatItDoesNotLookAt(t *testing.T) {
	const failure = 0.9999
	p := Policy{
		Backoff:    Schedule{Growth: Exponential, First: 9, Factor: 0, Cap: Unlimited, Jitter: Full, Unit: 1},
		WaitBudget: &WaitBudget{Limit: 4},
	}
	got, open := p.Success(failure, time.Hour, 0), math.Pow(failure, 10_001)/2
	if certain := (1-failure)/2 + 0.5 - open; math.Abs(got.AtLeast-certain) > 1e-9 || math.Abs(got.AtMost-certain-open) > 1e-9 {
		t.Errorf("success %v, want %v and %v more", got, certain, open)
	}
}

// TestLimitOfTheRetriesLookedAt: a policy with no more than 10,000 retries is
// looked at whole.
func TestLimitOfTheRetriesLookedAt(t *testing.T) {
	const failure = 0.9999
	looked := 1 - math.Pow(failure, 10_001)
	for attempts, atMost := range map[int]float64{10_001: looked, 10_002: 1} {
		p := Policy{MaxAttempts: attempts}
		if got := p.Success(failure, time.Hour, 0); math.Abs(got.AtLeast-looked) > 1e-9 || math.Abs(got.AtMost-atMost) > 1e-9 {
			t.Errorf("%d attempts: success %v, want %v to %v", attempts, got, looked, atMost)
		}
	}
}

// anySchedule returns a schedule that a dialect could compile to, with waits of
// any magnitude.
func anySchedule(random *rand.Rand) Schedule {
	length := func() time.Duration { return time.Duration(random.Uint64() >> (1 + random.IntN(63))) }
	s := Schedule{
		Growth: Growth(random.IntN(4)), First: length(), Step: length(), Factor: random.Float64() * 4, Cap: max(length(), 1),
		Jitter: Jitter(random.IntN(6)), Amount: random.Float64() * 2, Unit: 1, CapAfterJitter: random.IntN(2) == 0,
	}
	switch s.Jitter {
	case NoJitter:
	case Full, Equal:
		s.Open, s.WholeMilliseconds = s.Jitter == Full && random.IntN(2) == 0, s.Jitter == Equal && random.IntN(2) == 0
		if random.IntN(2) == 0 || s.WholeMilliseconds {
			s.Unit = time.Millisecond
		}
	case Around:
		s.CapAfterJitter, s.Cap = false, min(s.Cap, AroundLimit(s.Amount))
	case Below:
		s.Amount /= 2
	case Decorrelated:
		s.First, s.Cap = min(s.First, DecorrelatedLimit), min(s.Cap, DecorrelatedLimit)
		s.CapAfterJitter = false
	}
	return s
}

// TestChancesOfAnyPolicy looks for laws that are none: quantiles that shrink or
// leave the bounds, chances below 0 or above 1, or of later deadlines lower.
func TestChancesOfAnyPolicy(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 80 {
		p := Policy{MaxAttempts: 1 + random.IntN(6), Backoff: anySchedule(random)}
		_, _, longest := p.Total(9)
		switch random.IntN(4) {
		case 0:
			p.TotalTimeout = longest/2 + 1
		case 1:
			p.WaitBudget = &WaitBudget{Limit: longest / 3, Truncate: random.IntN(2) == 0}
		}
		shortest, _, longest := p.Total(9)
		law, last := p.TotalDistribution(9), shortest
		for _, q := range []float64{0, 0.01, 0.5, 0.9, 0.99, 1} {
			if sum := law.Quantile(q); sum < last || sum > longest {
				t.Fatalf("%+v: Quantile(%v) = %v after %v, bounds %v and %v", p, q, sum, last, shortest, longest)
			} else {
				last = sum
			}
		}
		if all := law.UpTo(Unlimited); math.Abs(all-1) > 1e-6 {
			t.Fatalf("%+v: the chances of all totals add up to %v", p, all)
		}
		early, late := p.Success(0.5, longest/4, longest/16), p.Success(0.5, longest, longest/16)
		if !(early.AtLeast >= 0 && early.AtLeast <= late.AtMost+1e-3 && late.AtMost <= 1) {
			t.Fatalf("%+v: success %v, later %v", p, early, late)
		}
		if c := p.Survival(longest/2, 0); !(c.AtLeast >= 0 && c.AtLeast <= c.AtMost && c.AtMost <= 1) {
			t.Fatalf("%+v: survival %v", p, c)
		}
	}
}
