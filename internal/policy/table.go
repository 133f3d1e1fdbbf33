package policy

import (
	"math"
	"time"
)

// tableSize is the longest table of a schedule that grows. A wait that at
// least doubles has saturated by then.
const tableSize = 64

// Tail says how the waits go on after a table.
type Tail struct {
	// Wait is every wait after the table, unless Closed is set.
	Wait time.Duration
	// Closed says that the waits go on by the closed form of the growth, as
	// [Schedule.Wait] has them.
	Closed bool
}

// Table returns the waits before jitter of retries 1 to len(waits), and how
// they go on. Together they have every wait that [Schedule.Wait] has, but for
// waits that draw the same: once even the shortest draw is cut to the cap, the
// table ends.
//
// The table of an exponential or Fibonacci schedule has no more than 64 waits,
// and none past the last retry of maxAttempts, if that is not 0; its tail is
// closed where it had to end early. A list always goes on to its end. Constant
// and linear schedules have no table, and Decorrelated has First as its tail:
// its waits depend on each other.
func (s *Schedule) Table(maxAttempts int) (waits []time.Duration, tail Tail) {
	if s.Jitter == Decorrelated {
		return nil, Tail{Wait: s.First}
	}
	limit := s.tableLimit(maxAttempts)
	for n := 1; ; n++ {
		wait := s.Wait(n)
		if s.settled(n, wait) {
			return trimmed(waits, wait), Tail{Wait: wait}
		}
		if n > limit {
			return waits, Tail{Closed: true}
		}
		waits = append(waits, wait)
	}
}

func (s *Schedule) tableLimit(maxAttempts int) int {
	switch {
	case s.Growth == Linear:
		return 0
	case s.Growth == List:
		return math.MaxInt
	case maxAttempts == 0:
		return tableSize
	default:
		return min(tableSize, maxAttempts-1)
	}
}

// settled reports whether every retry from n on, the wait of which is given,
// draws the same.
func (s *Schedule) settled(n int, wait time.Duration) bool {
	switch s.Growth {
	case Exponential:
		if s.Factor < 1 {
			return wait == 0
		}
		return s.Factor == 1 || s.atTop(wait)
	case Linear:
		return s.Step == 0 || s.atTop(wait)
	case Fibonacci:
		return s.atTop(wait)
	case List:
		return n > len(s.Waits)
	default:
		return true
	}
}

// atTop reports whether no longer wait draws anything else.
func (s *Schedule) atTop(wait time.Duration) bool {
	if (s.First == 0 && s.Growth != Linear) || wait >= s.top() {
		return true
	}
	d := s.draw(wait)
	return s.CapAfterJitter && d.wait(d.low) == s.Cap
}

// top returns the wait that a growth ends at.
func (s *Schedule) top() time.Duration {
	if s.CapAfterJitter {
		return Unlimited
	}
	return s.Cap
}

// trimmed returns waits without those at its end that equal the tail.
func trimmed(waits []time.Duration, tail time.Duration) []time.Duration {
	for len(waits) > 0 && waits[len(waits)-1] == tail {
		waits = waits[:len(waits)-1]
	}
	return waits
}
