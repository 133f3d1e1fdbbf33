package formats

import (
	"math"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

// exosphereRetries is the most retries that stand for no limit.
const exosphereRetries = 2147483646

// writeExosphere writes a retry_policy. Its numbers are whole, its jitter is
// none, half or all of the wait.
func writeExosphere(c *policy.Policy) ([]byte, error) {
	h := shapeOf(c)
	strategy := exosphereGrowth(&c.Backoff, h.factor)
	first, longest := h.middle()
	if jitter := exosphereJitter(h); jitter != "" {
		strategy += jitter
		first, longest = h.upper()
	}
	o := object{
		{"max_retries", exosphereRetries},
		{"strategy", strategy},
		{"backoff_factor", milliseconds(first)},
	}
	if c.MaxAttempts > 0 {
		o[0].value = c.MaxAttempts - 1
	}
	if c.Backoff.Growth != policy.Linear && c.Backoff.Growth != policy.Constant {
		o = append(o, field{"exponent", int64(math.Round(min(max(h.factor, 1), 1e9)))})
	}
	if longest < policy.Unlimited {
		o = append(o, field{"max_delay", milliseconds(longest)})
	}
	return indented(object{{"retry_policy", o}})
}

func exosphereGrowth(s *policy.Schedule, factor float64) string {
	switch {
	case s.Growth == policy.Linear && s.Step > 0:
		return "LINEAR"
	case s.Growth == policy.Constant || s.Growth != policy.Exponential && factor == 1:
		return "FIXED"
	default:
		return "EXPONENTIAL"
	}
}

// exosphereJitter returns the jitter whose draw is most like that of a shape.
func exosphereJitter(h shape) string {
	switch least := h.low / h.high; {
	case least < 0.25:
		return "_FULL_JITTER"
	case least < 0.75:
		return "_EQUAL_JITTER"
	default:
		return ""
	}
}

// milliseconds returns a wait in whole milliseconds, at least one.
func milliseconds(d time.Duration) int64 {
	whole := int64(d / time.Millisecond)
	if d%time.Millisecond >= time.Millisecond/2 && d < policy.Unlimited-time.Millisecond {
		whole++
	}
	return max(whole, 1)
}
