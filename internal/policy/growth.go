package policy

import (
	"time"

	"github.com/retrygen/retrygen/runtime/gen"
)

// Wait returns the wait before retry number n, before jitter: bounded by the
// cap if the schedule caps before the draw, else as the growth has it, up to
// [Unlimited]. Retries count from 1; a lower number is taken as 1. Of
// Decorrelated, whose wait depends on the one before, it is the growth alone.
func (s *Schedule) Wait(n int) time.Duration {
	wait := s.grow(max(n, 1))
	if s.CapAfterJitter {
		return wait
	}
	return min(wait, s.Cap)
}

func (s *Schedule) grow(n int) time.Duration {
	switch s.Growth {
	case Linear:
		return gen.Linear(s.First, s.Step, n)
	case Exponential:
		return s.exponential(n)
	case Fibonacci:
		return gen.Fibonacci(s.First, n)
	case List:
		return s.listed(n)
	default:
		return s.First
	}
}

// exponential shares its arithmetic with the generated code, so that the two
// cannot differ by a nanosecond.
func (s *Schedule) exponential(n int) time.Duration {
	if s.Rounding == Truncate {
		return gen.Exponential(s.First, s.Factor, n)
	}
	return gen.ExponentialNearest(s.First, s.Factor, n)
}

func (s *Schedule) listed(n int) time.Duration {
	if n > len(s.Waits) {
		return s.Cap
	}
	return s.Waits[n-1]
}
