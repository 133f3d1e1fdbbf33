package main

import (
	"math"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
)

// The document of explain --format json. Tools read it: keys are only added.
type (
	explanation struct {
		Version  int               `json:"version"`
		Policies []explainedPolicy `json:"policies"`
	}
	explainedPolicy struct {
		Name        string          `json:"name"`
		Dialect     string          `json:"dialect"`
		Fidelity    string          `json:"fidelity"`
		MaxAttempts int             `json:"max_attempts"`
		Waits       []explainedWait `json:"waits"`
		Throttling  []explainedWait `json:"throttling_waits,omitempty"`
		// BackoffFunc computes the waits. Then there are no totals.
		BackoffFunc string              `json:"backoff_func,omitempty"`
		BackoffCap  int64               `json:"backoff_cap_ns,omitempty"` // 0: no bound
		TotalWait   *explainedSpan      `json:"total_wait,omitempty"`
		Quantiles   *explainedQuantiles `json:"total_wait_quantiles,omitempty"`
		Success     *explainedSuccess   `json:"success,omitempty"`
		Survival    *explainedSurvival  `json:"survival,omitempty"`
		Notes       []string            `json:"notes"`

		AttemptTimeout int64             `json:"attempt_timeout_ns,omitempty"` // 0: no bound
		TotalTimeout   int64             `json:"total_timeout_ns,omitempty"`   // 0: no bound
		WaitBudget     *explainedBudget  `json:"wait_budget,omitempty"`
		RetryAfter     explainedHint     `json:"retry_after"`
		Errors         explainedErrors   `json:"errors"`
		Quota          *explainedQuota   `json:"quota,omitempty"`
		CircuitBreaker *explainedBreaker `json:"circuit_breaker,omitempty"`
		NestedOnce     bool              `json:"nested_once,omitempty"`
		OnFailure      string            `json:"on_failure,omitempty"`
	}
	explainedBudget struct {
		Limit     int64 `json:"limit_ns"`
		Truncates bool  `json:"truncates"` // shortens the last wait instead of giving up
	}
	explainedHint struct {
		Mode string `json:"mode"`
		Max  int64  `json:"max_ns,omitempty"` // 0: no bound
	}
	explainedErrors struct {
		Stop      []explainedMatcher `json:"stop"`
		Retry     []explainedMatcher `json:"retry"`
		Otherwise string             `json:"otherwise"` // of errors that neither list matches
	}
	explainedMatcher struct {
		Matches string `json:"matches"`
		Outcome string `json:"outcome"`
		Service string `json:"service,omitempty"`
	}
	explainedQuota struct {
		Capacity        int64   `json:"capacity"`
		RetryCost       int64   `json:"retry_cost"`
		ThrottleCost    int64   `json:"throttle_cost"`
		TimeoutCost     int64   `json:"timeout_cost"`
		SuccessRefund   float64 `json:"success_refund"`
		RefillPerSecond float64 `json:"refill_per_second"`
		Ratio           bool    `json:"ratio"`
		Scope           string  `json:"scope,omitempty"`
		Name            string  `json:"name,omitempty"`
	}
	explainedBreaker struct {
		FailureThreshold int64 `json:"failure_threshold"`
		RecoveryTimeout  int64 `json:"recovery_timeout_ns"`
		HalfOpenProbes   int64 `json:"half_open_probes"`
	}
	explainedWait struct {
		Retry int `json:"retry"`
		explainedSpan
	}
	explainedSpan struct {
		Min  int64 `json:"min_ns"`
		Mean int64 `json:"mean_ns"`
		Max  int64 `json:"max_ns"`
	}
	explainedQuantiles struct {
		P50   int64 `json:"p50_ns"`
		P90   int64 `json:"p90_ns"`
		P99   int64 `json:"p99_ns"`
		Drift int64 `json:"drift_ns"` // bounds their error; 0: exact
	}
	explainedSuccess struct {
		Deadline    int64   `json:"deadline_ns"`
		FailureRate float64 `json:"failure_rate"`
		Attempt     int64   `json:"attempt_ns"`
		explainedChance
	}
	explainedSurvival struct {
		Outage  int64 `json:"outage_ns"`
		Attempt int64 `json:"attempt_ns"`
		explainedChance
	}
	explainedChance struct {
		AtLeast float64 `json:"at_least"`
		AtMost  float64 `json:"at_most"`
	}
)

func span(shortest, mean, longest time.Duration) explainedSpan {
	return explainedSpan{int64(shortest), int64(mean), int64(longest)}
}

func explainJSON(accounts []account, o *explainOptions) explanation {
	e := explanation{Version: finding.JSONVersion, Policies: make([]explainedPolicy, len(accounts))}
	for i := range accounts {
		e.Policies[i] = explainPolicy(&accounts[i], o)
	}
	return e
}

func explainPolicy(a *account, o *explainOptions) explainedPolicy {
	e := explainedPolicy{
		Name:        a.policy.Name,
		Dialect:     a.policy.Dialect,
		Fidelity:    string(a.policy.Fidelity),
		MaxAttempts: a.policy.MaxAttempts,
		Waits:       explainWaits(a.waits),
		Notes:       append([]string{}, a.policy.Notes...),
	}
	e.addTotals(a)
	e.addLimits(a.policy)
	if a.throttling != nil {
		e.Throttling = explainWaits(a.throttling)
	}
	if c := a.success; c != nil {
		e.Success = &explainedSuccess{int64(o.deadline), o.failureRate, int64(o.attempt), roundedChance(*c)}
	}
	if c := a.survival; c != nil {
		e.Survival = &explainedSurvival{int64(o.outage), int64(o.attempt), roundedChance(*c)}
	}
	return e
}

// roundedChance leaves out the digits that differ from processor to processor.
func roundedChance(c policy.Chance) explainedChance {
	const digits = 1e9
	return explainedChance{math.Round(c.AtLeast*digits) / digits, math.Round(c.AtMost*digits) / digits}
}

func explainWaits(rows []waitRow) []explainedWait {
	waits := make([]explainedWait, len(rows))
	for i, row := range rows {
		waits[i] = explainedWait{row.retry, span(row.shortest, row.mean, row.most)}
	}
	return waits
}

// addTotals adds the sum of the waits, or the function that computes them.
func (e *explainedPolicy) addTotals(a *account) {
	if f := a.policy.BackoffFunc; f != nil {
		e.BackoffFunc = f.String()
		if limit := a.policy.Backoff.Cap; limit < policy.Unlimited {
			e.BackoffCap = int64(limit)
		}
		return
	}
	total := span(a.total.Shortest, a.total.Mean, a.total.Longest)
	p50, p90, p99 := a.quantiles()
	e.TotalWait, e.Quantiles = &total, &explainedQuantiles{int64(p50), int64(p90), int64(p99), int64(a.law.ErrorBound())}
}
