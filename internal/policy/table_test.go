package policy

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func exponential(first time.Duration, factor float64, limit time.Duration) Schedule {
	return Schedule{Growth: Exponential, First: first, Factor: factor, Cap: limit, Unit: 1}
}

func TestTable(t *testing.T) {
	capAfter := exponential(2*time.Second, 2, 10*time.Second)
	capAfter.CapAfterJitter, capAfter.Jitter = true, Equal
	tests := []struct {
		name     string
		s        Schedule
		attempts int
		waits    []time.Duration
		tail     Tail
	}{
		{"constant", Schedule{First: 5, Cap: 9}, 0, nil, Tail{Wait: 5}},
		{"constant, capped", Schedule{First: 5, Cap: 3}, 0, nil, Tail{Wait: 3}},
		{"exponential", exponential(1, 2, 10), 0, []time.Duration{1, 2, 4, 8}, Tail{Wait: 10}},
		{"exponential that ends at its cap", exponential(1, 2, 8), 0, []time.Duration{1, 2, 4}, Tail{Wait: 8}},
		{"exponential, few attempts", exponential(1, 2, 10), 3, []time.Duration{1, 2}, Tail{Closed: true}},
		{"exponential, just enough attempts", exponential(1, 2, 10), 5, []time.Duration{1, 2, 4, 8}, Tail{Wait: 10}},
		{"exponential, one attempt", exponential(1, 2, 10), 1, nil, Tail{Closed: true}},
		{"exponential of factor 1", exponential(7, 1, 10), 0, nil, Tail{Wait: 7}},
		{"exponential of 0", exponential(0, 2, 10), 0, nil, Tail{}},
		{"exponential that shrinks", exponential(5, 0.5, 4), 0, []time.Duration{4, 2, 1}, Tail{}},
		{"exponential of factor 0", exponential(5, 0, 9), 0, []time.Duration{5}, Tail{}},
		{"exponential of an infinite factor", exponential(5, math.Inf(1), 9), 0, []time.Duration{5}, Tail{Wait: 9}},
		{"equal jitter, all draws at the cap", capAfter, 0,
			[]time.Duration{2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second}, Tail{Wait: 32 * time.Second}},
		{"fibonacci", Schedule{Growth: Fibonacci, First: 1, Cap: 6}, 0, []time.Duration{1, 1, 2, 3, 5}, Tail{Wait: 6}},
		{"fibonacci, few attempts", Schedule{Growth: Fibonacci, First: 1, Cap: 6}, 4, []time.Duration{1, 1, 2}, Tail{Closed: true}},
		{"list", Schedule{Growth: List, Waits: []time.Duration{1, 9, 2, 6, 9}, Cap: 6}, 2, []time.Duration{1, 6, 2}, Tail{Wait: 6}},
		{"linear", Schedule{Growth: Linear, First: 1, Step: 2, Cap: 6}, 0, nil, Tail{Closed: true}},
		{"linear that ends at its cap", Schedule{Growth: Linear, First: 2, Step: 2, Cap: 6}, 0, nil, Tail{Closed: true}},
		{"linear by 0", Schedule{Growth: Linear, First: 2, Cap: 6}, 0, nil, Tail{Wait: 2}},
		{"linear above its cap", Schedule{Growth: Linear, First: 7, Step: 1, Cap: 6}, 0, nil, Tail{Wait: 6}},
		{"linear, slowest", Schedule{Growth: Linear, Step: 1, Cap: Unlimited}, 0, nil, Tail{Closed: true}},
		{"decorrelated", decorrelated(5, 9), 0, nil, Tail{Wait: 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			waits, tail := tt.s.Table(tt.attempts)
			if diff := cmp.Diff(tt.waits, waits); diff != "" {
				t.Error("waits (-want +got):", diff)
			}
			if tail != tt.tail {
				t.Errorf("tail = %+v, want %+v", tail, tt.tail)
			}
		})
	}
}

// waitByTable is the wait that generated code computes.
func waitByTable(s *Schedule, waits []time.Duration, tail Tail, n int) time.Duration {
	switch {
	case n <= len(waits):
		return waits[n-1]
	case tail.Closed:
		return s.Wait(n)
	default:
		return tail.Wait
	}
}

func TestTableDrawsLikeTheSchedule(t *testing.T) {
	var schedules []Schedule
	for _, limit := range []time.Duration{0, 40, time.Minute, Unlimited} {
		for _, factor := range []float64{0, 0.9, 1, 1.1, 2, 1e6} {
			schedules = append(schedules, exponential(time.Second, factor, limit), exponential(3, factor, limit))
		}
		schedules = append(schedules,
			Schedule{Growth: Linear, First: 7, Step: 11, Cap: limit},
			Schedule{Growth: Linear, First: time.Second, Step: Unlimited / 100, Cap: limit},
			Schedule{Growth: Fibonacci, First: 3, Cap: limit},
			Schedule{Growth: List, Waits: []time.Duration{1, 100, 40, 40}, Cap: limit})
	}
	for i, s := range schedules {
		for _, jitter := range []Jitter{NoJitter, Full, Equal, Below} {
			for _, after := range []bool{false, true} {
				s.Jitter, s.CapAfterJitter, s.Amount = jitter, after, 0.4
				t.Run(fmt.Sprint(i, jitter, after), func(t *testing.T) { drawsLike(t, s) })
			}
		}
	}
}

func drawsLike(t *testing.T, s Schedule) {
	for _, attempts := range []int{0, 1, 4, 1000} {
		waits, tail := s.Table(attempts)
		for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 50, 63, 64, 65, 66, 92, 93, 94, 200, 1000, 1 << 30} {
			d := s.draw(waitByTable(&s, waits, tail, n))
			for _, random := range []uint64{0, 1 << 62, 1 << 63, math.MaxUint64} {
				if got, want := d.pick(random), s.Delay(n, random); got != want {
					t.Fatalf("%d attempts, retry %d: the table draws %v, the schedule %v", attempts, n, got, want)
				}
			}
		}
	}
}
