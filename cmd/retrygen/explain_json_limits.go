package main

import (
	"strings"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// addLimits adds what bounds the calls of a policy, and what it retries.
func (e *explainedPolicy) addLimits(p *policy.Policy) {
	e.AttemptTimeout, e.TotalTimeout = int64(p.AttemptTimeout), int64(p.TotalTimeout)
	e.NestedOnce = p.NestedOnce
	e.OnFailure = strings.TrimSpace(p.OnFailure.Action + " " + p.OnFailure.Command)
	e.RetryAfter = explainedHint{hintModes[p.Hint.Mode], int64(p.Hint.Max)}
	e.Errors = explainedErrors{explainMatchers(p.Stop), explainMatchers(p.Retry), p.Otherwise.String()}
	if b := p.WaitBudget; b != nil {
		e.WaitBudget = &explainedBudget{int64(b.Limit), b.Truncate}
	}
	if q := p.Quota; q != nil {
		e.Quota = &explainedQuota{
			q.Capacity, q.RetryCost, q.ThrottleCost, q.TimeoutCost, q.SuccessRefund, q.RefillPerSecond, q.Ratio, q.Scope, q.Name,
		}
	}
	if b := p.Breaker; b != nil {
		e.CircuitBreaker = &explainedBreaker{b.FailureThreshold, int64(b.RecoveryTimeout), b.HalfOpenProbes}
	}
}

// hintModes are the names of the ways to honor a requested delay.
var hintModes = map[policy.HintMode]string{
	policy.HintReplaces: "replace", policy.HintIgnored: "ignore", policy.HintAtLeast: "at_least", policy.HintClamped: "clamp",
}

func explainMatchers(matchers []matcher.Matcher) []explainedMatcher {
	explained := []explainedMatcher{}
	for _, t := range matcher.Terms(matchers) {
		service := t.Service
		t.Service = "" // name the errors, and not the table
		explained = append(explained, explainedMatcher{t.String(), t.Outcome.String(), service})
	}
	return explained
}
