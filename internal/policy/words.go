package policy

import (
	"fmt"
	"strings"
	"time"
)

// String returns what a call does with a delay that an error requests.
func (h Hint) String() string {
	text := map[HintMode]string{
		HintReplaces: "honored",
		HintIgnored:  "ignored",
		HintAtLeast:  "honored if longer than the wait",
		HintClamped:  "honored between the wait and 5s more",
	}[h.Mode]
	if h.Max > 0 {
		text += fmt.Sprintf(", at most %v", h.Max)
	}
	return text
}

// String returns which of the errors that no matcher names are retried.
func (v Verdict) String() string {
	return map[Verdict]string{
		RetryAll:          "every error",
		StopAll:           "no error",
		RetryIfSafe:       "errors that say they are safe to retry",
		RetryUnlessMarked: "every error except those that say they are not retryable",
	}[v]
}

// String returns the name of the jitter.
func (j Jitter) String() string {
	return map[Jitter]string{
		NoJitter: "none", Full: "full", Equal: "equal", Around: "around the wait",
		Below: "below the wait", Decorrelated: "decorrelated",
	}[j]
}

// Rounded returns d to four significant digits, as many as a reader needs.
func Rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 10_000 {
		unit *= 10
	}
	return d.Round(unit)
}

// QuotaWords describes a quota; it is empty for none.
func QuotaWords(q *Quota) string {
	if q == nil {
		return ""
	}
	text := fmt.Sprintf("%d tokens, a retry takes %d", q.Capacity, q.RetryCost)
	if q.ThrottleCost != 0 && q.ThrottleCost != q.RetryCost {
		text += fmt.Sprintf(", after throttling %d", q.ThrottleCost)
	}
	if q.TimeoutCost != 0 && q.TimeoutCost != q.RetryCost {
		text += fmt.Sprintf(", after a timeout %d", q.TimeoutCost)
	}
	text += fmt.Sprintf("; a success gives %v", q.SuccessRefund)
	if q.RefillPerSecond > 0 {
		text += fmt.Sprintf(", a second %v", q.RefillPerSecond)
	}
	if q.Ratio {
		text += "; failures take tokens, and retries are granted while more than half is left"
	}
	if q.Scope != "" && q.Scope != "policy" {
		text += strings.TrimRight("; shared by the "+q.Scope+" "+q.Name, " ")
	}
	return text
}

// BreakerWords describes a circuit breaker; it is empty for none.
func BreakerWords(b *CircuitBreaker) string {
	if b == nil {
		return ""
	}
	text := fmt.Sprintf("failures in a row that open it: %d; it tries again after %v; successes that close it: %d",
		b.FailureThreshold, b.RecoveryTimeout, b.HalfOpenProbes)
	if b.Scope != "" && b.Scope != "policy" {
		text += strings.TrimRight("; shared by the "+b.Scope+" "+b.Name, " ")
	}
	return text
}
