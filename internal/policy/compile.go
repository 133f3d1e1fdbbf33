package policy

import (
	"math"
	"time"
)

// MaxAttempts is the largest bound of attempts: generated code also builds
// where an int has 32 bits.
const MaxAttempts = math.MaxInt32

// IsDocumented reports whether the policy follows the documentation of its
// system.
func (p *Policy) IsDocumented() bool { return p.Fidelity == Documented }

// SetAttempts sets the bound of attempts to at least 1.
func (p *Policy) SetAttempts(n int64) {
	p.MaxAttempts = int(min(max(n, 1), MaxAttempts))
	if n > MaxAttempts {
		p.Note("attempts end at %d, so that the generated code builds on 32-bit platforms", MaxAttempts)
	}
}

// SetRetries sets the bound of attempts to n and the first one. The largest n
// has no successor, and is past every bound without it.
func (p *Policy) SetRetries(n int64) { p.SetAttempts(max(n, n+1)) }

// CapHint bounds the delay that an error asks for by the cap of the waits, in a
// // system that has no such delays and promises that no wait is longer. A policy of
// another system in its words makes no such promise.
func (p *Policy) CapHint() {
	if p.Origin == nil && p.Backoff.Cap < Unlimited {
		p.Hint.Max, p.Hint.ByCap = p.Backoff.Cap, true
	}
}

// Milliseconds returns n milliseconds, saturated.
func Milliseconds(n int64) time.Duration {
	if n > int64(Unlimited/time.Millisecond) {
		return Unlimited
	}
	return time.Duration(max(n, 0)) * time.Millisecond
}

// Seconds returns s seconds to the nearest nanosecond, saturated.
func Seconds(s float64) time.Duration {
	n := math.Round(s * float64(time.Second))
	switch {
	case n >= math.MaxInt64:
		return Unlimited
	case n > 0:
		return time.Duration(n)
	default:
		return 0
	}
}
