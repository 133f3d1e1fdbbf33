package effect

import (
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// guards compares what protects a dependency from many calls at once.
func (l *list) guards(before, after *policy.Policy) {
	l.guard("quota", policy.QuotaWords(before.Quota), policy.QuotaWords(after.Quota), func() bool {
		return weakerQuota(before.Quota, after.Quota)
	})
	l.guard("circuit breaker", policy.BreakerWords(before.Breaker), policy.BreakerWords(after.Breaker), func() bool {
		return weakerBreaker(before.Breaker, after.Breaker)
	})
	l.guard("calls inside an attempt", nesting(before), nesting(after), func() bool { return before.NestedOnce })
	l.methods(before.AllowedMethods, after.AllowedMethods)
}

// guard compares two guards by their words. To have none any more, or a weaker
// one, is breaking.
func (l *list) guard(aspect, before, after string, weaker func() bool) {
	switch {
	case before == after:
		return
	case after == "" || before != "" && weaker():
		l.add(Breaking, aspect, orNone(before), orNone(after))
	default:
		l.add(Notable, aspect, orNone(before), orNone(after))
	}
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// weakerQuota reports whether some load is let through that was not before.
func weakerQuota(before, after *schema.Quota) bool {
	return after.Capacity > before.Capacity || after.RetryCost < before.RetryCost ||
		cost(after.ThrottleCost, after) < cost(before.ThrottleCost, before) ||
		cost(after.TimeoutCost, after) < cost(before.TimeoutCost, before) ||
		after.SuccessRefund > before.SuccessRefund || after.RefillPerSecond > before.RefillPerSecond ||
		after.Ratio != before.Ratio || after.Scope == "policy" && before.Scope != "policy"
}

// cost returns a cost, for which 0 means the cost of any retry.
func cost(own int64, q *schema.Quota) int64 {
	if own == 0 {
		return q.RetryCost
	}
	return own
}

func weakerBreaker(before, after *schema.CircuitBreaker) bool {
	return after.FailureThreshold > before.FailureThreshold || after.RecoveryTimeout < before.RecoveryTimeout ||
		after.HalfOpenProbes < before.HalfOpenProbes || after.Scope == "policy" && before.Scope != "policy"
}

func nesting(p *policy.Policy) string {
	if p.NestedOnce {
		return "one attempt"
	}
	return "as many attempts as ever"
}

// idempotent are the HTTP methods that are retried where a policy names none.
var idempotent = []string{"DELETE", "GET", "HEAD", "OPTIONS", "PUT", "TRACE"}

// methods compares the HTTP methods that are retried.
func (l *list) methods(before, after []string) {
	was, is := methodSet(before), methodSet(after)
	if more := without(is, was); len(more) > 0 {
		l.add(Breaking, "newly retried HTTP methods", "", strings.Join(more, ", "))
	}
	if fewer := without(was, is); len(fewer) > 0 {
		l.add(Notable, "HTTP methods no longer retried", strings.Join(fewer, ", "), "")
	}
}

func methodSet(methods []string) []string {
	if methods == nil {
		return idempotent
	}
	return slices.Compact(slices.Sorted(slices.Values(methods)))
}

func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(some, s) })
}

// idempotency compares what a method or a route says about being repeated. An
// unsafe one makes one attempt; a keyed one shows the same key to all attempts.
func (l *list) idempotency(before, after string) {
	if before == after {
		return
	}
	severity := Cosmetic
	switch {
	case before == "keyed" && after != "unsafe", before == "unsafe":
		severity = Breaking
	case after == "keyed", after == "unsafe":
		severity = Notable
	}
	l.add(severity, "idempotency", said(before), said(after))
}

func said(word string) string {
	if word == "" {
		return "not said"
	}
	return word
}
