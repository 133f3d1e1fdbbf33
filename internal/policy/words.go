package policy

import (
	"fmt"
	"strings"
	"time"

	"github.com/retrygen/retrygen/schema"
)

// Words lists matchers in words.
func Words(list []schema.Matcher) string {
	words := make([]string, len(list))
	for i, m := range list {
		words[i] = Word(m)
	}
	return strings.Join(words, ", ")
}

// Word returns what a matcher matches, for example "status 429 502-504".
func Word(m schema.Matcher) string {
	switch m := m.(type) {
	case schema.ClassMatcher:
		return strings.ReplaceAll(m.Class, "_", " ")
	case schema.GoMatcher:
		return m.Name.String()
	case schema.StatusMatcher:
		return "status " + statusRanges(m.Ranges)
	case schema.GRPCMatcher:
		return "gRPC " + strings.Join(m.Codes, " ")
	case schema.PatternMatcher:
		return "text like " + fmt.Sprintf("%q", m.Pattern)
	case schema.TypeMatcher:
		return "type " + m.Type
	case schema.FuncMatcher:
		return "what " + m.Name.String() + " accepts"
	default:
		return fmt.Sprintf("%T", m)
	}
}

func statusRanges(ranges []schema.StatusRange) string {
	words := make([]string, len(ranges))
	for i, r := range ranges {
		words[i] = fmt.Sprint(r.Low)
		if r.High > r.Low {
			words[i] += fmt.Sprint("-", r.High)
		}
	}
	return strings.Join(words, " ")
}

// String returns what a call does that is asked for a delay.
func (h Hint) String() string {
	text := map[HintMode]string{
		HintReplaces: "waits that long instead",
		HintIgnored:  "waits as ever",
		HintAtLeast:  "waits at least that long",
		HintClamped:  "waits that long, but no less than its own wait and no more than 5s more",
	}[h.Mode]
	if h.Max > 0 {
		text += fmt.Sprintf(", at most %v", h.Max)
	}
	return text
}

// String returns which errors are retried that no matcher names.
func (v Verdict) String() string {
	return map[Verdict]string{
		RetryAll:          "every error",
		StopAll:           "no error",
		RetryIfSafe:       "errors that say they are safe to retry",
		RetryUnlessMarked: "every error but those that say they are not retryable",
	}[v]
}

// String returns the name of the law.
func (j Jitter) String() string {
	return map[Jitter]string{
		NoJitter: "none", Full: "full", Equal: "equal", Around: "around the wait",
		Below: "below the wait", Decorrelated: "decorrelated",
	}[j]
}

// Rounded returns d to four significant digits, as much as an eye wants.
func Rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 10_000 {
		unit *= 10
	}
	return d.Round(unit)
}

// QuotaWords tells a quota; it is empty for none.
func QuotaWords(q *schema.Quota) string {
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

// BreakerWords tells a circuit breaker; it is empty for none.
func BreakerWords(b *schema.CircuitBreaker) string {
	if b == nil {
		return ""
	}
	return fmt.Sprintf("failures in a row that open it: %d; it tries again after %v; successes that close it: %d",
		b.FailureThreshold, b.RecoveryTimeout, b.HalfOpenProbes)
}
