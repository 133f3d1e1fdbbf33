package exosphere

import (
	"math"
	"time"

	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

// exosphereRetries is the most retries that stand for no limit.
const exosphereRetries = 2147483646

// writeExosphere writes a retry_policy. Its numbers are whole, its jitter is
// none, half or all of the wait.
func writeExosphere(c *policy.Policy) ([]byte, error) {
	h := foreign.ShapeOf(c)
	strategy := exosphereGrowth(&c.Backoff, h.Factor)
	first, longest := h.Middle()
	if jitter := exosphereJitter(h); jitter != "" {
		strategy += jitter
		first, longest = h.Upper()
	}
	o := foreign.Object{
		{Name: "max_retries", Value: exosphereRetries},
		{Name: "strategy", Value: strategy},
		{Name: "backoff_factor", Value: milliseconds(first)},
	}
	if c.MaxAttempts > 0 {
		o[0].Value = c.MaxAttempts - 1
	}
	if c.Backoff.Growth != policy.Linear && c.Backoff.Growth != policy.Constant {
		o = append(o, foreign.Field{Name: "exponent", Value: int64(math.Round(min(max(h.Factor, 1), 1e9)))})
	}
	if longest < policy.Unlimited {
		o = append(o, foreign.Field{Name: "max_delay", Value: milliseconds(longest)})
	}
	return foreign.Indented(foreign.Object{{Name: "retry_policy", Value: o}})
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

// exosphereJitter returns the jitter whose draw is most like the draw of a shape.
func exosphereJitter(h foreign.Shape) string {
	switch least := h.Low / h.High; {
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
