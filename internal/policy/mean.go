package policy

import (
	"math/big"
	"time"
)

// Mean returns the mean wait before retry number n, to the nearest nanosecond.
// It counts every wait that can be drawn, so it has the waits that pile up at
// the cap and at zero. Of Decorrelated it is exact as long as the cap is out of
// reach, and from then on integrated, to about a millionth.
func (s *Schedule) Mean(n int) time.Duration {
	if s.Jitter == Decorrelated {
		means := s.decorrelatedMeans(max(n, 1))
		return means[len(means)-1]
	}
	return s.draw(s.Wait(n)).mean()
}

// Means returns [Schedule.Mean] of retries 1 to n.
func (s *Schedule) Means(n int) []time.Duration {
	var settling []time.Duration
	if s.Jitter == Decorrelated {
		settling = s.decorrelatedMeans(n)
	}
	means := make([]time.Duration, max(n, 0))
	for i := range means {
		if s.Jitter == Decorrelated {
			means[i] = settling[min(i, len(settling)-1)]
		} else {
			means[i] = s.Mean(i + 1)
		}
	}
	return means
}

// mean sums the waits of all numbers in closed form: those below zero are
// zero, those from the first one past the ceiling are the ceiling.
func (d draw) mean() time.Duration {
	from := big.NewInt(max(d.low, 0))
	end := addOne(big.NewInt(d.high))
	past := addOne(big.NewInt(int64(d.ceiling / d.scale)))
	past.Mul(past, big.NewInt(d.divisor))

	sum := new(big.Int)
	if below := smaller(end, past); below.Cmp(from) > 0 {
		sum.Sub(sumQuotients(below, d.divisor), sumQuotients(from, d.divisor))
		sum.Mul(sum, big.NewInt(int64(d.scale)))
	}
	if above := larger(from, past); above.Cmp(end) < 0 {
		capped := new(big.Int).Sub(end, above)
		sum.Add(sum, capped.Mul(capped, big.NewInt(int64(d.ceiling))))
	}
	count := new(big.Int).Sub(end, big.NewInt(d.low))
	return nearest(sum, count)
}

// sumQuotients returns the sum of v/divisor over 0 ≤ v < end: with end =
// q×divisor + r there are divisor numbers of each quotient below q, and r of q.
func sumQuotients(end *big.Int, divisor int64) *big.Int {
	size := big.NewInt(divisor)
	q, r := new(big.Int).QuoRem(end, size, new(big.Int))
	full := new(big.Int).Sub(q, big.NewInt(1))
	full.Mul(full, q).Rsh(full, 1).Mul(full, size)
	return full.Add(full, r.Mul(r, q))
}

// nearest returns sum/count, rounded half up.
func nearest(sum, count *big.Int) time.Duration {
	twice := new(big.Int).Lsh(sum, 1)
	twice.Add(twice, count)
	return time.Duration(twice.Quo(twice, new(big.Int).Lsh(count, 1)).Int64())
}

func addOne(x *big.Int) *big.Int { return x.Add(x, big.NewInt(1)) }

func smaller(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func larger(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}
