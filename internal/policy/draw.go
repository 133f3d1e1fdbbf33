package policy

import (
	"math/bits"
	"time"
)

// draw is a uniform law over the whole numbers from low to high, both ends
// included, and the wait that each of them stands for.
type draw struct {
	low, high int64
	divisor   int64         // the number is divided by it, toward zero
	scale     time.Duration // and multiplied by this
	ceiling   time.Duration // and is no longer than this
}

// draw returns the law of a wait before jitter. It is no law of Decorrelated.
func (s *Schedule) draw(wait time.Duration) draw {
	d := draw{divisor: 1, scale: 1, ceiling: s.ceiling()}
	switch s.Jitter {
	case Full, Equal:
		s.fraction(&d, wait)
	case Around:
		spread := s.Spread(wait)
		d.low, d.high = int64(wait-spread), int64(wait+spread)
	case Below:
		d.low, d.high = int64(wait-s.Spread(wait)), int64(wait)
	default:
		d.low, d.high = int64(wait), int64(wait)
	}
	return d
}

// fraction sets the law of full and equal jitter, which some systems draw in
// whole units.
func (s *Schedule) fraction(d *draw, wait time.Duration) {
	if s.WholeMilliseconds {
		d.low, d.high = int64(wait/2), int64(wait)
		d.divisor, d.scale = int64(time.Millisecond), time.Millisecond
		return
	}
	d.scale = max(s.Unit, 1)
	d.high = int64(wait / d.scale)
	if s.Jitter == Equal {
		d.low = d.high - d.high/2
	}
	if s.Open && d.high > d.low {
		d.high--
	}
}

// Spread returns how far a draw may be from the wait. All of it is exact, also
// where a float64 is not.
func (s *Schedule) Spread(wait time.Duration) time.Duration {
	if s.Amount == 1 {
		return wait
	}
	return time.Duration(float64(wait) * s.Amount)
}

func (s *Schedule) ceiling() time.Duration {
	if s.CapAfterJitter {
		return s.Cap
	}
	return Unlimited
}

// wait returns the wait that the drawn number stands for.
func (d draw) wait(number int64) time.Duration {
	return min(time.Duration(max(number, 0)/d.divisor)*d.scale, d.ceiling)
}

// pick maps 64 random bits to a wait: the more, the longer.
func (d draw) pick(random uint64) time.Duration {
	steps, _ := bits.Mul64(random, uint64(d.high-d.low)+1)
	return d.wait(d.low + int64(steps))
}

// Delay returns the wait before retry number n, drawn with 64 random bits. It
// never shrinks as random grows. Of Decorrelated it is [Schedule.DelayAfter]
// the longest wait that can have gone before.
func (s *Schedule) Delay(n int, random uint64) time.Duration {
	if s.Jitter == Decorrelated {
		return s.DelayAfter(s.longestBefore(n), random)
	}
	return s.draw(s.Wait(n)).pick(random)
}

// Bounds returns the shortest and the longest wait before retry number n. Both
// can be drawn.
func (s *Schedule) Bounds(n int) (shortest, longest time.Duration) {
	if s.Jitter == Decorrelated {
		return min(s.First, s.Cap), s.longestAfter(s.longestBefore(n))
	}
	d := s.draw(s.Wait(n))
	return d.wait(d.low), d.wait(d.high)
}

// AroundLimit returns the longest wait for which neither wait + spread nor
// 2 × spread overflows. The margin is for the rounding of float64.
func AroundLimit(amount float64) time.Duration {
	const margin = 1 - 1e-9
	return Seconds(Unlimited.Seconds() * margin / max(1+amount, 2*amount))
}
