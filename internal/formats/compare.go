package formats

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// comparison is of a policy and of what another system reads in its stead.
type comparison struct {
	*Report
	original, read *policy.Policy
	before, after  *policy.Classifier
	failures       []matcher.Failure
}

// compare reports how the policy that was read differs from the original. It
// knows nothing of how the text was written.
func compare(t foreign.Target, original, read *policy.Policy) *Report {
	c := comparison{
		Report:   &Report{Version: finding.JSONVersion, Policy: original.Name, Target: t.Target(), Verdict: Exact, Losses: []foreign.Loss{}},
		original: original, read: read,
		before: original.Classifier(), after: read.Classifier(),
	}
	c.failures = t.Failures(c.before, c.after)
	c.errors()
	c.attempts()
	c.times()
	c.waits()
	c.hints()
	c.quotas()
	c.guards()
	c.notes(t)
	slices.SortStableFunc(c.Losses, func(a, b foreign.Loss) int { return strings.Compare(string(a.Code), string(b.Code)) })
	if c.Verdict == Exact && c.PerWait > 0 {
		c.Verdict = Bounded
	}
	return c.Report
}

// errors compares what is retried.
func (c *comparison) errors() {
	if c.original.MaxAttempts == 1 && c.read.MaxAttempts == 1 {
		return // nothing is retried
	}
	var lost, added []matcher.Failure
	for _, f := range c.failures {
		switch before, after := c.before.Retries(f), c.after.Retries(f); {
		case before && !after:
			lost = append(lost, f)
		case after && !before:
			added = append(added, f)
		}
	}
	if len(added) > 0 {
		c.lose(c.errorCode(), "no longer final: %s", foreign.Labels(added))
		c.differ([]string{added[0].Label}, "the policy gives up, and "+c.Target+" retries")
	}
	if len(lost) > 0 {
		c.lose(c.errorCode(), "no longer retried: %s", foreign.Labels(lost))
		c.differ([]string{lost[0].Label}, "the policy retries, and "+c.Target+" gives up")
	}
	c.codeSpace()
}

func (c *comparison) errorCode() foreign.Code {
	isList := c.original.Otherwise == policy.StopAll
	if isList && c.read.Otherwise == policy.RetryUnlessMarked {
		return foreign.L07
	}
	return foreign.L08
}

// codeSpace reports rules that were said in other status codes.
func (c *comparison) codeSpace() {
	isStatus := func(m matcher.Matcher) bool {
		_, isStatus := m.(matcher.Status)
		_, isClass := m.(matcher.Class)
		return isStatus || isClass
	}
	isCode := func(m matcher.Matcher) bool { _, ok := m.(matcher.GRPC); return ok }
	if slices.ContainsFunc(c.read.Retry, isCode) && slices.ContainsFunc(c.original.Retry, isStatus) {
		c.lose(foreign.L09, "statuses and classes of errors become gRPC codes: 400 INTERNAL, 401 UNAUTHENTICATED, 403 PERMISSION_DENIED, 404 UNIMPLEMENTED, "+
			"429 and 502 to 504 UNAVAILABLE; timeout DEADLINE_EXCEEDED, network UNAVAILABLE, server_error INTERNAL and UNAVAILABLE, rate_limit RESOURCE_EXHAUSTED")
	}
}

// attempts compares the limits.
func (c *comparison) attempts() {
	before, after := c.original.MaxAttempts, c.read.MaxAttempts
	if before == after {
		return
	}
	c.lose(foreign.L01, "%s become %s", attempts(before), attempts(after))
	limit, who, other := after, c.Target, "the policy"
	if after == 0 || before != 0 && before < after {
		limit, who, other = before, "the policy", c.Target
	}
	if failure, ok := c.retried(); ok {
		c.differ(repeated(failure.Label, limit), who+" gives up, and "+other+" retries")
	}
}

// retried returns a failure that both policies retry.
func (c *comparison) retried() (matcher.Failure, bool) {
	i := slices.IndexFunc(c.failures, func(f matcher.Failure) bool { return c.before.Retries(f) && c.after.Retries(f) })
	if i < 0 {
		return matcher.Failure{}, false
	}
	return c.failures[i], true
}

// repeated returns a sequence of the same failure.
func repeated(label string, times int) []string {
	const most = 3
	if times > most {
		return []string{fmt.Sprintf("%s, %d times", label, times)}
	}
	return slices.Repeat([]string{label}, times)
}

func attempts(n int) string {
	switch n {
	case 0:
		return "unlimited attempts"
	case 1:
		return "1 attempt"
	default:
		return fmt.Sprintf("%d attempts", n)
	}
}

// times compares the bounds of time.
func (c *comparison) times() {
	before, after := c.original, c.read
	if before.AttemptTimeout != after.AttemptTimeout {
		c.lose(foreign.L04, "the bound of an attempt, %s, becomes %s", bound(before.AttemptTimeout), bound(after.AttemptTimeout))
		c.differ([]string{"an attempt that takes longer than " + shorter(before.AttemptTimeout, after.AttemptTimeout).String()},
			"one of the two ends it, and the other waits for it")
	}
	if before.TotalTimeout != after.TotalTimeout {
		c.lose(foreign.L03, "the bound of a call, %s, becomes %s", bound(before.TotalTimeout), bound(after.TotalTimeout))
		c.differ([]string{"failures until " + shorter(before.TotalTimeout, after.TotalTimeout).String() + " have passed"},
			"one of the two gives up, and the other retries")
	}
	if binds(before) != binds(after) || binds(before) && *before.WaitBudget != *after.WaitBudget {
		c.lose(foreign.L03, "the bound of the waits of a call, %s, becomes %s", budget(before), budget(after))
		c.differ([]string{"failures until the waits pass " + shorter(limitOf(before), limitOf(after)).String()},
			"one of the two gives up, or waits for less time")
	}
}

func bound(d time.Duration) string {
	if d == 0 {
		return "none"
	}
	return d.String()
}

// shorter returns the shorter of two bounds, of which zero is none.
func shorter(a, b time.Duration) time.Duration {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// binds reports whether a policy has a wait budget that its waits can pass.
func binds(p *policy.Policy) bool {
	if p.WaitBudget == nil {
		return false
	}
	unbound := *p
	unbound.WaitBudget, unbound.TotalTimeout = nil, 0
	_, _, longest := unbound.Total(foreign.RetriesOf(p, maxCompared))
	return p.MaxAttempts == 0 || p.MaxAttempts > maxCompared || longest > p.WaitBudget.Limit
}

func limitOf(p *policy.Policy) time.Duration {
	if p.WaitBudget == nil {
		return 0
	}
	return p.WaitBudget.Limit
}

func budget(p *policy.Policy) string {
	switch {
	case p.WaitBudget == nil:
		return "none"
	case p.WaitBudget.Truncate:
		return p.WaitBudget.Limit.String() + " with a shortened last wait"
	default:
		return p.WaitBudget.Limit.String()
	}
}
