package generator

import (
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// temporalRetry is a policy as far as a RetryPolicy of Temporal can say it:
// initial × coefficient^(n−1), at most the maximum, without jitter.
type temporalRetry struct {
	initial, maximum time.Duration
	coefficient      float64
	attempts         int // 0 is unlimited
	types            []string
	// isExact says that the waits are those of the policy.
	isExact bool
}

// temporalLongest is the longest interval that Temporal takes: 100 years of
// 365 days.
const temporalLongest = 100 * 365 * 24 * time.Hour

// temporalRetry returns the policy in the words of Temporal. Where it cannot
// say the waits, they follow the nearest shape that it can: what the
// interceptor of the worker does not see, such as a timeout, waits so.
func (p *jobPolicy) temporalRetry() temporalRetry {
	s := &p.Backoff
	t := temporalRetry{coefficient: 1, attempts: p.MaxAttempts, types: p.temporalTypes()}
	isPower := s.Growth == policy.Exponential && s.Factor >= 1 && s.Factor <= 1e6
	if isPower {
		t.coefficient = s.Factor
	}
	t.maximum = min(s.Cap, temporalLongest)
	t.initial = min(s.Wait(1), t.maximum)
	if s.Jitter == policy.Decorrelated {
		t.initial = min(s.First, t.maximum)
	}
	isShape := isPower || s.Growth == policy.Constant
	t.isExact = isShape && s.Jitter == policy.NoJitter && t.initial > 0 && p.Throttling == nil
	if t.initial <= 0 { // 0 would stand for the default of a second
		t.initial, t.coefficient = time.Millisecond, 1
	}
	t.maximum = max(t.maximum, t.initial)
	return t
}

// temporalTypes returns the names of the error types that are final under the
// policy.
func (p *jobPolicy) temporalTypes() []string {
	var names []string
	for _, m := range p.Stop {
		switch m := m.(type) {
		case schema.TypeMatcher:
			names = append(names, m.Type)
		case schema.ClassMatcher:
			if strings.Contains(string(m.Pointer), "/temporal/") { // the class is that of the listed pseudo-type
				names = append(names, "TemporalTimeout:StartToClose")
			}
		}
	}
	return names
}

// reportTemporalLosses reports what a RetryPolicy of Temporal cannot say.
func (r *resolver) reportTemporalLosses(p *jobPolicy, lose func(bool, string, string)) {
	const drawn = "the worker's interceptor sets each wait after an error; after a timeout of the server it is "
	t := p.temporalRetry()
	hint := drawn + text(t.initial) + ", the same each time"
	if t.coefficient > 1 {
		hint = drawn + text(t.initial) + ", growing to " + text(t.maximum)
	}
	hasJitter := p.Backoff.Jitter != policy.NoJitter
	lose(hasJitter, "the jitter", hint)
	lose(!hasJitter && !t.isExact, "the waits", hint)
	if p.AttemptTimeout == 0 && p.TotalTimeout == 0 {
		r.report(ruleEngineLoss, p.at, false, "Temporal starts no activity without a timeout, and policy "+p.Name+" has none",
			"write attempt_timeout, or set StartToCloseTimeout where the options are used")
	}
}
