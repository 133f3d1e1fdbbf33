package policy

import (
	"testing"
	"time"
)

func TestTotal(t *testing.T) {
	full := exponential(1000, 2, Unlimited)
	full.Jitter = Full
	tests := []struct {
		name           string
		p              Policy
		retries        int
		min, mean, max time.Duration
	}{
		{"all retries", Policy{MaxAttempts: 4, Backoff: full}, 10, 0, 3500, 7000},
		{"asked for less", Policy{MaxAttempts: 4, Backoff: full}, 2, 0, 1500, 3000},
		{"unlimited", Policy{Backoff: full}, 4, 0, 7500, 15000},
		{"one attempt", Policy{MaxAttempts: 1, Backoff: full}, 5, 0, 0, 0},
		{"no rows", Policy{Backoff: full}, 0, 0, 0, 0},
		{"a negative number of rows", Policy{Backoff: full}, -3, 0, 0, 0},
		{"budget out of reach", Policy{Backoff: full, WaitBudget: &WaitBudget{Limit: 7000}}, 3, 0, 3500, 7000},
		{"budget truncates", Policy{Backoff: full, WaitBudget: &WaitBudget{Limit: 5000, Truncate: true}}, 3, 0, 3500, 5000},
		{"budget stops", Policy{Backoff: exponential(1000, 2, 9000), WaitBudget: &WaitBudget{Limit: 6999}}, 3, 3000, 3000, 3000},
		{"budget is just enough", Policy{Backoff: exponential(1000, 2, 9000), WaitBudget: &WaitBudget{Limit: 7000}}, 3, 7000, 7000, 7000},
		{"budget of 0", Policy{Backoff: exponential(1000, 2, 9000), WaitBudget: &WaitBudget{}}, 3, 0, 0, 0},
		{"total timeout stops", Policy{Backoff: exponential(1000, 2, 9000), TotalTimeout: 3500}, 3, 3000, 3000, 3000},
		{"total timeout before a truncating budget", Policy{Backoff: exponential(1000, 2, 9000), TotalTimeout: 3500,
			WaitBudget: &WaitBudget{Limit: 4000, Truncate: true}}, 3, 3000, 3000, 3000},
		{"total timeout with a truncating budget", Policy{Backoff: exponential(1000, 2, 9000), TotalTimeout: 4000,
			WaitBudget: &WaitBudget{Limit: 4000, Truncate: true}}, 3, 3000, 3000, 3000},
		{"total timeout just after a truncating budget", Policy{Backoff: exponential(1000, 2, 9000), TotalTimeout: 4001,
			WaitBudget: &WaitBudget{Limit: 4000, Truncate: true}}, 3, 4000, 4000, 4000},
		{"a wait that would end with the total timeout", Policy{Backoff: exponential(1000, 2, 9000), TotalTimeout: 3000}, 3, 1000, 1000, 1000},
		{"saturates", Policy{Backoff: Schedule{First: Unlimited, Cap: Unlimited}}, 3, Unlimited, Unlimited, Unlimited},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shortest, mean, longest := tt.p.Total(tt.retries)
			if got, want := (Sum{shortest, mean, longest}), (Sum{tt.min, tt.mean, tt.max}); got != want {
				t.Errorf("Total(%d) = %v, want %v", tt.retries, got, want)
			}
		})
	}
}

// sums appends the total of every possible call: one that draws every wait.
func sums(s *Schedule, b WaitBudget, n, retries int, slept time.Duration, all []time.Duration) []time.Duration {
	if n > retries || b.Truncate && slept >= b.Limit {
		return append(all, slept)
	}
	d := s.draw(s.Wait(n))
	for number := d.low; number <= d.high; number++ {
		wait := d.wait(number)
		switch {
		case slept+wait <= b.Limit:
			all = sums(s, b, n+1, retries, slept+wait, all)
		case b.Truncate:
			all = append(all, b.Limit)
		default:
			all = append(all, slept)
		}
	}
	return all
}

// expected returns the mean total of all calls that have slept so long.
func expected(s *Schedule, b WaitBudget, n, retries int, slept time.Duration) float64 {
	if n > retries || b.Truncate && slept >= b.Limit {
		return float64(slept)
	}
	d := s.draw(s.Wait(n))
	sum := 0.0
	for number := d.low; number <= d.high; number++ {
		wait := d.wait(number)
		switch {
		case slept+wait <= b.Limit:
			sum += expected(s, b, n+1, retries, slept+wait)
		case b.Truncate:
			sum += float64(b.Limit)
		default:
			sum += float64(slept)
		}
	}
	return sum / float64(d.high-d.low+1)
}

func TestTotalMatchesEnumeration(t *testing.T) {
	around := Schedule{Growth: Linear, First: 4, Step: 3, Cap: 9, Jitter: Around, Amount: 0.5, Unit: 1}
	over := Schedule{Growth: List, Waits: []time.Duration{6, 0, 3}, Cap: 5, Jitter: Around, Amount: 1.5, Unit: 1}
	below := Schedule{Growth: Exponential, First: 3, Factor: 2, Cap: 8, CapAfterJitter: true, Jitter: Below, Amount: 0.5, Unit: 1}
	for _, s := range []Schedule{around, over, below} {
		for limit := range time.Duration(32) {
			for _, truncate := range []bool{false, true} {
				p := Policy{MaxAttempts: 5, Backoff: s, WaitBudget: &WaitBudget{Limit: limit, Truncate: truncate}}
				checkTotal(t, &p)
			}
		}
	}
}

func checkTotal(t *testing.T, p *Policy) {
	all := sums(&p.Backoff, *p.WaitBudget, 1, 4, 0, nil)
	low, high := all[0], all[0]
	for _, total := range all {
		low, high = min(low, total), max(high, total)
	}
	totals := p.Totals(4)
	got := totals[len(totals)-1]
	atLeast := expected(&p.Backoff, *p.WaitBudget, 1, 4, 0)
	if got.Shortest != low || got.Longest != high || got.Mean > high || float64(got.Mean) < atLeast-2 {
		t.Errorf("budget %+v: Total = %d, want %d, at least %v, %d", *p.WaitBudget, got, low, atLeast, high)
	}
}
