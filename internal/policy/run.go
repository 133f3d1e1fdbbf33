package policy

import (
	"time"

	"github.com/retrygen/retrygen/internal/distribution"
)

// runs returns the law of the wait itself: the numbers below zero are one wait,
// those past the ceiling another, and between them every wait stands for
// divisor numbers, but for the first and the last.
func (d draw) runs() []distribution.Run {
	var runs []distribution.Run
	each := 1 / (float64(d.high-d.low) + 1)
	from := max(d.low, 0)
	if d.low < 0 {
		runs = append(runs, distribution.Run{Count: 1, Chance: float64(min(d.high, -1)-d.low+1) * each})
	}
	last := min(d.high, d.lastBelowCeiling())
	if from <= last {
		runs = append(runs, d.quotients(from, last, each)...)
	}
	if above := max(from, last+1); last < d.high {
		runs = append(runs, distribution.Run{First: d.ceiling, Count: 1, Chance: (float64(d.high-above) + 1) * each})
	}
	return runs
}

// lastBelowCeiling returns the last number whose wait the ceiling does not cut.
func (d draw) lastBelowCeiling() int64 {
	whole := time.Duration(int64(d.ceiling/d.scale)) * time.Duration(d.divisor)
	if whole/time.Duration(d.divisor) != d.ceiling/d.scale {
		return int64(Unlimited)
	}
	return int64(distribution.Add(whole, time.Duration(d.divisor-1)))
}

// quotients returns the waits of the numbers from low to high, which are not
// negative.
func (d draw) quotients(low, high int64, each float64) []distribution.Run {
	first, last := low/d.divisor, high/d.divisor
	at := func(quotient, count int64, chance float64) distribution.Run {
		return distribution.Run{First: time.Duration(quotient) * d.scale, Step: d.scale, Count: count, Chance: chance}
	}
	if first == last {
		return []distribution.Run{at(first, 1, (float64(high-low)+1)*each)}
	}
	runs := []distribution.Run{
		at(first, 1, float64(d.divisor-low%d.divisor)*each),
		at(last, 1, float64(high%d.divisor+1)*each),
	}
	if between := last - first - 1; between > 0 {
		runs = append(runs, at(first+1, between, float64(between)*float64(d.divisor)*each))
	}
	return runs
}
