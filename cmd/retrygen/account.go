package main

import (
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/distribution"
	"github.com/retrygen/retrygen/internal/policy"
)

// account is all that explain says about a policy, in any format.
type account struct {
	policy     *policy.Policy
	total      policy.Sum
	law        *distribution.Distribution
	retries    int // that the total is over
	waits      []waitRow
	throttling []waitRow // after a throttling error; nil: waits
	success    *policy.Chance
	survival   *policy.Chance
}

// waitRow is the wait before one retry.
type waitRow struct {
	retry                int
	shortest, mean, most time.Duration
	sum                  time.Duration // the longest sum so far
	never                bool          // the limits rule the retry out
}

func newAccount(p *policy.Policy, o *explainOptions) account {
	if p.BackoffFunc != nil {
		return ownAccount(p, o)
	}
	rows := rowsOf(p, o.retries)
	a := account{policy: p, waits: waitRows(p, &p.Backoff, rows), law: p.TotalDistribution(rows), retries: rows}
	a.total.Shortest, a.total.Mean, a.total.Longest = p.Total(rows)
	if p.MaxAttempts > 0 {
		a.retries = min(rows, p.MaxAttempts-1)
	}
	if p.Throttling != nil {
		throttled := *p
		throttled.Backoff = *p.Throttling
		a.throttling = waitRows(&throttled, p.Throttling, rows)
	}
	if o.deadlineGiven {
		chance := p.Success(o.failureRate, o.deadline, o.attempt)
		a.success = &chance
	}
	if o.outageGiven {
		chance := p.Survival(o.outage, o.attempt)
		a.survival = &chance
	}
	return a
}

// ownAccount is an account of a policy whose waits a function of the user's
// computes. Nothing is known about them, so that a forecast is a range: longer
// waits leave less time for retries, and outlive more of an outage.
func ownAccount(p *policy.Policy, o *explainOptions) account {
	a := account{policy: p, law: p.TotalDistribution(0)}
	if o.deadlineGiven {
		once := *p
		once.MaxAttempts = 1
		chance := p.Success(o.failureRate, o.deadline, o.attempt)
		chance.AtLeast = once.Success(o.failureRate, o.deadline, o.attempt).AtLeast
		a.success = &chance
	}
	if o.outageGiven {
		chance := p.Survival(o.outage, o.attempt)
		if p.MaxAttempts != 1 {
			chance.AtMost = 1
		}
		a.survival = &chance
	}
	return a
}

func waitRows(p *policy.Policy, s *policy.Schedule, rows int) []waitRow {
	totals := p.Totals(rows)
	list := make([]waitRow, rows)
	for i, mean := range s.Means(rows) {
		shortest, longest := s.Bounds(i + 1)
		list[i] = waitRow{retry: i + 1, shortest: shortest, mean: mean, most: longest, never: i+1 >= len(totals)}
		if !list[i].never {
			list[i].sum = totals[i+1].Longest
		}
	}
	return list
}

// quantiles returns the median of the total, and what nine of ten and 99 of 100
// calls do not pass.
func (a *account) quantiles() (p50, p90, p99 time.Duration) {
	return a.law.Quantile(0.5), a.law.Quantile(0.9), a.law.Quantile(0.99)
}

// longestOf returns the longest wait of all rows.
func longestOf(tables ...[]waitRow) time.Duration {
	longest := time.Duration(0)
	for _, rows := range tables {
		for _, row := range rows {
			longest = max(longest, row.most)
		}
	}
	return longest
}

// forecast is the question that a probability answers, and the probability.
type forecast struct{ question, answer string }

func (a *account) forecasts(o *explainOptions) []forecast {
	var list []forecast
	if a.success != nil {
		question := "success within " + o.deadline.String() + ", if " + percent(o.failureRate) + " of the attempts fail"
		list = append(list, forecast{question + o.lasting(), chance(*a.success)})
	}
	if a.survival != nil {
		list = append(list, forecast{"survival of an outage of " + o.outage.String() + o.lasting(), chance(*a.survival)})
	}
	return list
}

// lasting says how long attempts take, if they take time.
func (o *explainOptions) lasting() string {
	if o.attempt == 0 {
		return ""
	}
	return ", with attempts of " + o.attempt.String()
}

func chance(c policy.Chance) string {
	low, high := percent(c.AtLeast), percent(c.AtMost)
	if low == high || high == "100%" && c.AtLeast > 0.9995 {
		return low
	}
	return low + " to " + high
}

// percent never rounds to certainty.
func percent(p float64) string {
	text := strconv.FormatFloat(p*100, 'f', 1, 64)
	switch {
	case text == "100.0" && p < 1:
		return "over 99.9%"
	case text == "0.0" && p > 0:
		return "under 0.1%"
	default:
		return strings.TrimSuffix(text, ".0") + "%"
	}
}
