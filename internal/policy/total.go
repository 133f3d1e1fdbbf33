package policy

import (
	"time"

	"github.com/retrygen/retrygen/internal/distribution"
)

// Sum is the shortest, mean and longest sum of the waits of a call.
type Sum struct{ Shortest, Mean, Longest time.Duration }

// Total returns the shortest, mean and longest sum of the waits of a call that
// fails until it gives up, over the first retries that the policy allows, at
// most as many as given. TotalTimeout counts as if the attempts took no time.
//
// The shortest and the longest sum are exact, and so is the mean if neither
// WaitBudget nor TotalTimeout can end the call early; else it is an upper bound
// of the mean. Sums saturate at [Unlimited].
func (p *Policy) Total(retries int) (shortest, mean, longest time.Duration) {
	totals := p.Totals(retries)
	last := totals[len(totals)-1]
	return last.Shortest, last.Mean, last.Longest
}

// Totals returns [Policy.Total] of 0, 1, 2 … retries, as many as the policy
// allows, at most as many as given.
func (p *Policy) Totals(retries int) []Sum {
	if p.MaxAttempts > 0 {
		retries = min(retries, p.MaxAttempts-1)
	}
	rows := p.Backoff.rows(retries)
	limit := p.waitLimit()
	totals := make([]Sum, len(rows))
	for n := range rows {
		totals[n] = limit.total(rows[:n+1])
	}
	return totals
}

// total bounds the sums of the rows.
func (b WaitBudget) total(rows []row) Sum {
	last := rows[len(rows)-1]
	total := Sum{last.shortest, last.mean, last.longest}
	switch {
	case last.longest <= b.Limit:
		return total
	case b.Truncate:
		total.Shortest, total.Longest = min(last.shortest, b.Limit), b.Limit
	default:
		total.Shortest, total.Longest = stoppedBefore(rows, b.Limit)
	}
	total.Mean = min(max(total.Mean, total.Shortest), total.Longest)
	return total
}

// row is the sums of the waits up to a retry, and the longest wait of it.
type row struct{ shortest, mean, longest, wait time.Duration }

// rows returns the sums up to each retry, beginning with none.
func (s *Schedule) rows(retries int) []row {
	rows := make([]row, 1, max(retries, 0)+1)
	var sum row
	for i, mean := range s.Means(retries) {
		shortest, longest := s.Bounds(i + 1)
		sum = row{
			shortest: distribution.Add(sum.shortest, shortest),
			mean:     distribution.Add(sum.mean, mean),
			longest:  distribution.Add(sum.longest, longest),
			wait:     longest,
		}
		rows = append(rows, sum)
	}
	return rows
}

// waitLimit returns the tighter of WaitBudget and TotalTimeout, before which a
// wait has to end. A wait that is shortened to end at the budget passes a total
// timeout before it all the same.
func (p *Policy) waitLimit() WaitBudget {
	limit := WaitBudget{Limit: Unlimited}
	if p.WaitBudget != nil {
		limit = *p.WaitBudget
	}
	if p.TotalTimeout > 0 && p.TotalTimeout <= limit.Limit {
		limit = WaitBudget{Limit: p.TotalTimeout - 1}
	}
	return limit
}

// stoppedBefore returns the shortest and the longest sum of the waits of a call
// that stops before the wait that would pass the limit. After each retry every
// sum between the shortest and the longest is possible, so the longest is the
// limit itself wherever a retry can end on both sides of it. The shortest is
// that of the call that meets, as early as can be, a wait just too long.
func stoppedBefore(rows []row, limit time.Duration) (shortest, longest time.Duration) {
	shortest = limit
	for i, sum := range rows {
		if sum.shortest > limit {
			break
		}
		longest = min(sum.longest, limit)
		if i+1 == len(rows) {
			shortest = min(shortest, sum.shortest)
			break
		}
		stop := max(sum.shortest, limit-rows[i+1].wait+1)
		if stop <= longest {
			shortest = min(shortest, stop)
		}
	}
	return shortest, longest
}
