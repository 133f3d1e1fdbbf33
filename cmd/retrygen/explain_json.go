package main

import (
	"time"

	"github.com/retrygen/retrygen/policy"
)

// The document of explain --format json. Tools read it: keys are only added.
type (
	explanation struct {
		Policies []explainedPolicy `json:"policies"`
	}
	explainedPolicy struct {
		Name        string          `json:"name"`
		Dialect     string          `json:"dialect"`
		Fidelity    string          `json:"fidelity"`
		MaxAttempts int             `json:"max_attempts"`
		Waits       []explainedWait `json:"waits"`
		TotalWait   explainedSpan   `json:"total_wait"`
		Notes       []string        `json:"notes"`
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
)

func span(shortest, mean, longest time.Duration) explainedSpan {
	return explainedSpan{int64(shortest), int64(mean), int64(longest)}
}

func explainJSON(policies []*policy.Policy, retries int) explanation {
	e := explanation{Policies: make([]explainedPolicy, len(policies))}
	for i, p := range policies {
		e.Policies[i] = explainPolicy(p, rowsOf(p, retries))
	}
	return e
}

func explainPolicy(p *policy.Policy, rows int) explainedPolicy {
	e := explainedPolicy{
		Name:        p.Name,
		Dialect:     p.Dialect,
		Fidelity:    string(p.Fidelity),
		MaxAttempts: p.MaxAttempts,
		Waits:       make([]explainedWait, rows),
		TotalWait:   span(p.Total(rows)),
		Notes:       append([]string{}, p.Notes...),
	}
	for i, mean := range p.Backoff.Means(rows) {
		shortest, longest := p.Backoff.Bounds(i + 1)
		e.Waits[i] = explainedWait{i + 1, span(shortest, mean, longest)}
	}
	return e
}
