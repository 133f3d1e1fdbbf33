package retrytemporal

import (
	"time"

	"go.temporal.io/sdk/temporal"

	"github.com/retrygen/retrygen/runtime/gen"
)

// serverPolicy is the RetryPolicy by which the server schedules the attempts of
// an activity; its pointer is nil if it is not known.
type serverPolicy struct{ *temporal.RetryPolicy }

// isLastAttempt reports whether the server makes no attempt after this one.
func (s serverPolicy) isLastAttempt(attempt int32) bool {
	return s.RetryPolicy == nil || s.MaximumAttempts > 0 && attempt >= s.MaximumAttempts
}

// waits reports whether the server waits for exactly wait after an attempt
// whose error asks for no other delay: initial × coefficient^(attempt−1), at
// most the maximum.
func (s serverPolicy) waits(attempt int32, wait time.Duration) bool {
	if s.RetryPolicy == nil {
		return false
	}
	own := gen.Exponential(s.InitialInterval, s.BackoffCoefficient, int(attempt))
	if s.MaximumInterval > 0 {
		own = min(own, s.MaximumInterval)
	}
	return own > 0 && own == wait
}
