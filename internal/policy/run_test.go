package policy

import (
	"math"
	"testing"
	"time"
)

// TestRunsMatchEnumeration counts the numbers of every wait. The laws of whole
// milliseconds are scaled down, to ten numbers for a wait.
func TestRunsMatchEnumeration(t *testing.T) {
	for _, divisor := range []int64{1, 10} {
		for low := int64(-12); low < 40; low++ {
			for _, high := range []int64{max(low, 0), max(low, 0) + 7, 3*max(low, 0) + 25} {
				for _, ceiling := range []time.Duration{0, 5, 10, 34, 40, Unlimited} {
					checkRuns(t, draw{low: low, high: high, divisor: divisor, scale: time.Duration(divisor), ceiling: ceiling})
				}
			}
		}
	}
}

func checkRuns(t *testing.T, d draw) {
	t.Helper()
	chances := map[time.Duration]float64{}
	for number := d.low; number <= d.high; number++ {
		chances[d.wait(number)] += 1 / float64(d.high-d.low+1)
	}
	for _, r := range d.runs() {
		for i := range r.Count {
			chances[r.First+time.Duration(i)*r.Step] -= r.Chance / float64(r.Count)
		}
	}
	for wait, left := range chances {
		if math.Abs(left) > 1e-12 {
			t.Errorf("%+v: the chance of %d is off by %v", d, wait, left)
		}
	}
}
