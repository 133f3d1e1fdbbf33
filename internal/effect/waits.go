package effect

import (
	"fmt"
	"math"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

// The numbers of retries that are compared: for totals of a policy without a
// limit, and for single waits.
const (
	totalRows = 10
	waitRows  = 100
)

// throttled returns the policy as it is after throttling errors.
func throttled(p *policy.Policy) *policy.Policy {
	if p.Throttling == nil {
		return p
	}
	t := *p
	t.Backoff = *p.Throttling
	return &t
}

// backoff compares the waits of two policies, or the functions that compute them.
func (l *list) backoff(before, after *policy.Policy) {
	if before.BackoffFunc == nil && after.BackoffFunc == nil {
		l.waits("", before, after)
		return
	}
	if was, is := backoffText(before), backoffText(after); was != is {
		l.add(Notable, "backoff", was, is)
	}
}

// backoffText says where the waits of a policy come from.
func backoffText(p *policy.Policy) string {
	switch {
	case p.BackoffFunc == nil:
		return "in the spec"
	case p.Backoff.Cap < policy.Unlimited:
		return fmt.Sprintf("%s, at most %v", p.BackoffFunc, p.Backoff.Cap)
	default:
		return p.BackoffFunc.String()
	}
}

// waits compares the waits of two policies. The prefix says which ones.
func (l *list) waits(prefix string, before, after *policy.Policy) {
	known := len(l.changes)
	pace := paceOf(before, after)
	if was, is := firstWait(before), firstWait(after); was != is {
		l.add(pace, prefix+"first wait", was, is)
	}
	wasMean, wasLongest := totals(before)
	isMean, isLongest := totals(after)
	if wasMean != isMean {
		l.add(pace, prefix+"mean total wait", wasMean, isMean)
	}
	if wasLongest != isLongest {
		l.add(Notable, prefix+"worst total wait", wasLongest, isLongest)
	}
	l.jitter(prefix, before.Backoff.Jitter, after.Backoff.Jitter, common(before, after))
	if len(l.changes) == known && !sameWaits(before, after) {
		l.add(Notable, prefix+"later waits", lastWait(before, after, before), lastWait(before, after, after))
	}
}

// paceOf returns Breaking if the retries that both policies make come in half
// the time or less, else Notable.
func paceOf(before, after *policy.Policy) Severity {
	rows := min(common(before, after), waitRows)
	if rows == 0 {
		return Notable
	}
	if was, is := sum(before.Backoff.Means(rows)), sum(after.Backoff.Means(rows)); was > 0 && is <= was/2 {
		return Breaking
	}
	return Notable
}

// sum is in seconds, so that it cannot overflow.
func sum(waits []time.Duration) float64 {
	total := 0.0
	for _, wait := range waits {
		total += wait.Seconds()
	}
	return total
}

// common returns how many retries both policies make.
func common(before, after *policy.Policy) int {
	return min(limit(before.MaxAttempts), limit(after.MaxAttempts)) - 1
}

func firstWait(p *policy.Policy) string {
	if p.MaxAttempts == 1 {
		return "none"
	}
	return span(p, 1)
}

func span(p *policy.Policy, retry int) string {
	shortest, longest := p.Backoff.Bounds(retry)
	if shortest == longest {
		return longest.String()
	}
	return fmt.Sprintf("%v to %v, mean %v", shortest, longest, policy.Rounded(p.Backoff.Mean(retry)))
}

func totals(p *policy.Policy) (mean, longest string) {
	_, m, long := p.Total(retriesOf(p))
	return policy.Rounded(m).String() + overRows(p), long.String() + overRows(p)
}

// retriesOf returns how many retries a total is over.
func retriesOf(p *policy.Policy) int {
	if p.MaxAttempts == 0 {
		return totalRows
	}
	return min(p.MaxAttempts-1, waitRows)
}

// overRows says so where a total is not over all retries.
func overRows(p *policy.Policy) string {
	if n := retriesOf(p); n < limit(p.MaxAttempts)-1 {
		return fmt.Sprintf(" over %d retries", n)
	}
	return ""
}

// jitter compares the laws of policies that make so many retries in common.
func (l *list) jitter(prefix string, before, after policy.Jitter, retries int) {
	switch {
	case before == after || retries == 0:
		return
	case after == policy.NoJitter:
		l.add(Breaking, prefix+"jitter", before.String(), after.String())
	default:
		l.add(Notable, prefix+"jitter", before.String(), after.String())
	}
}

// sameWaits reports whether all retries that both policies make have the same
// waits, those far off included.
func sameWaits(before, after *policy.Policy) bool {
	return differing(before, after) == 0
}

// differing returns a retry whose waits differ, or 0.
func differing(before, after *policy.Policy) int {
	rows := min(common(before, after), waitRows)
	was, is := before.Backoff.Means(rows), after.Backoff.Means(rows)
	for n := 1; n <= rows; n++ {
		if was[n-1] != is[n-1] || !sameBounds(before, after, n) {
			return n
		}
	}
	if last := common(before, after); last > rows && !sameBounds(before, after, last) {
		return last
	}
	return 0
}

func sameBounds(before, after *policy.Policy, n int) bool {
	a, b := before.Backoff.Bounds(n)
	c, d := after.Backoff.Bounds(n)
	return a == c && b == d
}

// lastWait describes the first wait in which the policies differ, as p has it.
func lastWait(before, after, p *policy.Policy) string {
	n := differing(before, after)
	if n == math.MaxInt-1 {
		return "in the end " + span(p, n)
	}
	return fmt.Sprintf("%s before retry %d", span(p, n), n)
}
