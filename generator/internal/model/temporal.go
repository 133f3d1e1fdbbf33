package model

import (
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// temporalRetry is a policy as far as a RetryPolicy of Temporal can say it:
// initial × coefficient^(n−1), at most the maximum, without jitter.
type temporalRetry struct {
	Initial, Maximum time.Duration
	Coefficient      float64
	Attempts         int // 0 is unlimited
	Types            []string
	// isExact says that the waits are those of the policy.
	IsExact bool
}

// temporalLongest is the longest interval that Temporal takes: 100 years of
// 365 days.
const temporalLongest = 100 * 365 * 24 * time.Hour

// TemporalRetry returns the policy in the words of Temporal. Where it cannot
// say the waits, they follow the nearest shape that it can: what the
// interceptor of the worker does not see, such as a timeout, waits so.
func (p *Job) TemporalRetry() temporalRetry {
	s := &p.Backoff
	t := temporalRetry{Coefficient: 1, Attempts: p.MaxAttempts, Types: p.temporalTypes()}
	isPower := s.Growth == policy.Exponential && s.Factor >= 1 && s.Factor <= 1e6
	if isPower {
		t.Coefficient = s.Factor
	}
	t.Maximum = min(s.Cap, temporalLongest)
	t.Initial = min(s.Wait(1), t.Maximum)
	if s.Jitter == policy.Decorrelated {
		t.Initial = min(s.First, t.Maximum)
	}
	isShape := isPower || s.Growth == policy.Constant
	t.IsExact = isShape && s.Jitter == policy.NoJitter && t.Initial > 0 && p.Throttling == nil
	if t.Initial <= 0 { // 0 would stand for the default of a second
		t.Initial, t.Coefficient = time.Millisecond, 1
	}
	t.Maximum = max(t.Maximum, t.Initial)
	return t
}

// temporalTypes returns the names of the error types that are final under the
// policy.
func (p *Job) temporalTypes() []string {
	var names []string
	for _, m := range p.Stop {
		switch m := m.(type) {
		case schema.TypeMatcher:
			names = append(names, m.Type)
		case schema.ClassMatcher:
			if m.Type != "" {
				names = append(names, m.Type)
			}
		}
	}
	return names
}
