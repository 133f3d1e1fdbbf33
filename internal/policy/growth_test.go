package policy

import (
	"fmt"
	"math"
	"math/big"
	"testing"
	"time"
)

// oracle is the wait of a growth in numbers of any size.
func oracle(s *Schedule, n int) *big.Int {
	first := big.NewInt(int64(s.First))
	switch s.Growth {
	case Linear:
		step := new(big.Int).Mul(big.NewInt(int64(s.Step)), big.NewInt(int64(n-1)))
		return step.Add(step, first)
	case Exponential:
		power := new(big.Int).Exp(big.NewInt(int64(s.Factor)), big.NewInt(int64(n-1)), nil)
		return power.Mul(power, first)
	case Fibonacci:
		a, b := big.NewInt(1), big.NewInt(1)
		for range n - 1 {
			a, b = b, a.Add(a, b)
		}
		return a.Mul(a, first)
	default:
		return first
	}
}

func saturated(wait *big.Int, limit time.Duration) time.Duration {
	if wait.Cmp(big.NewInt(int64(limit))) > 0 {
		return limit
	}
	return time.Duration(wait.Int64())
}

func TestWaitMatchesBigIntegers(t *testing.T) {
	schedules := []Schedule{
		{Growth: Constant, First: time.Hour},
		{Growth: Linear, First: 500 * time.Millisecond, Step: 500 * time.Millisecond},
		{Growth: Linear, First: 1, Step: Unlimited / 3},
		{Growth: Linear, First: Unlimited, Step: 1},
		{Growth: Exponential, First: 2 * time.Second, Factor: 2},
		{Growth: Exponential, First: 1, Factor: 3, Rounding: Nearest},
		{Growth: Exponential, First: time.Millisecond, Factor: 1},
		{Growth: Exponential, First: 7, Factor: 1 << 40},
		{Growth: Fibonacci, First: time.Second},
		{Growth: Fibonacci, First: 1},
	}
	for _, s := range schedules {
		for _, limit := range []time.Duration{Unlimited, time.Minute, 0} {
			s.Cap = limit
			t.Run(fmt.Sprintf("%d/%v×%v/%v", s.Growth, s.First, s.Factor, limit), func(t *testing.T) {
				for n := 1; n <= 10_000; n += 1 + n/100 {
					if got, want := s.Wait(n), saturated(oracle(&s, n), limit); got != want {
						t.Fatalf("Wait(%d) = %v, want %v", n, got, want)
					}
				}
			})
		}
	}
}

func TestWaitAtTheLastRetryNumber(t *testing.T) {
	tests := []struct {
		name string
		s    Schedule
		want time.Duration
	}{
		{"constant", Schedule{First: time.Second, Cap: Unlimited}, time.Second},
		{"linear", Schedule{Growth: Linear, First: 1, Step: 2, Cap: Unlimited}, Unlimited},
		{"linear by 1", Schedule{Growth: Linear, First: 1, Step: 1, Cap: Unlimited}, math.MaxInt},
		{"linear by 0", Schedule{Growth: Linear, First: 1, Cap: Unlimited}, 1},
		{"exponential", Schedule{Growth: Exponential, First: 1, Factor: 1.0001, Cap: Unlimited}, Unlimited},
		{"shrinking", Schedule{Growth: Exponential, First: time.Hour, Factor: 0.5, Cap: Unlimited}, 0},
		{"infinite factor", Schedule{Growth: Exponential, First: 1, Factor: math.Inf(1), Cap: time.Hour}, time.Hour},
		{"fibonacci", Schedule{Growth: Fibonacci, First: 1, Cap: Unlimited}, Unlimited},
		{"fibonacci of 0", Schedule{Growth: Fibonacci, Cap: Unlimited}, 0},
		{"list", Schedule{Growth: List, Waits: []time.Duration{1, 2}, Cap: time.Hour}, time.Hour},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.s.Wait(math.MaxInt); got != tt.want {
				t.Errorf("Wait(MaxInt) = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestWaitRounds(t *testing.T) {
	tests := []struct {
		rounding Rounding
		first    time.Duration
		factor   float64
		n        int
		want     time.Duration
	}{
		{Truncate, time.Second, 1.5, 11, 57665039062},
		{Nearest, time.Second, 1.5, 11, 57665039063},
		{Nearest, 100 * time.Millisecond, 1.1, 2, 110 * time.Millisecond},
		{Truncate, 7, 1.3, 3, 11},
		{Nearest, 7, 1.3, 3, 12},
	}
	for _, tt := range tests {
		s := Schedule{Growth: Exponential, First: tt.first, Factor: tt.factor, Rounding: tt.rounding, Cap: Unlimited}
		if got := s.Wait(tt.n); got != tt.want {
			t.Errorf("%v × %v^%d with rounding %d = %d, want %d", tt.first, tt.factor, tt.n-1, tt.rounding, got, tt.want)
		}
	}
}

func TestWaitBeforeTheFirstRetryIsTheFirst(t *testing.T) {
	s := Schedule{Growth: List, Waits: []time.Duration{5, 6}, Cap: Unlimited}
	for _, n := range []int{math.MinInt, -1, 0, 1} {
		if got := s.Wait(n); got != 5 {
			t.Errorf("Wait(%d) = %v, want 5ns", n, got)
		}
	}
}
