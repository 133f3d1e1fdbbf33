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
