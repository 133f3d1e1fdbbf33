package formats

import (
	"time"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// Bounds of the Amazon States Language.
const (
	statesRetries = 99999999
	statesSeconds = 31622400
)

// writeStepFunctions writes the Retry of a state: what is final in a retrier of
// no attempts, and then the one that retries.
func writeStepFunctions(c *policy.Policy) ([]byte, error) {
	h := shapeOf(c)
	first, longest := h.middle()
	jitter := "NONE"
	if h.low/h.high < 0.5 {
		jitter = "FULL"
		first, longest = h.upper()
	}
	retries := statesRetries
	if c.MaxAttempts > 0 {
		retries = min(c.MaxAttempts-1, statesRetries)
	}
	retrier := object{
		{"ErrorEquals", retriedNames(c)},
		{"IntervalSeconds", wholeSeconds(first)},
		{"MaxAttempts", retries},
		{"BackoffRate", rate(max(h.factor, 1))},
	}
	if longest < statesSeconds*time.Second {
		retrier = append(retrier, field{"MaxDelaySeconds", wholeSeconds(longest)})
	}
	retrier = append(retrier, field{"JitterStrategy", jitter})
	list := []object{retrier}
	if names := errorNames(c.Stop); len(names) > 0 {
		list = []object{{{"ErrorEquals", names}, {"MaxAttempts", 0}}, retrier}
	}
	o := object{{"Retry", list}}
	if c.AttemptTimeout > 0 {
		o = append(o, field{"TimeoutSeconds", wholeSeconds(c.AttemptTimeout)})
	}
	return indented(o)
}

// wholeSeconds returns the nearest whole number of seconds that a state can
// have.
func wholeSeconds(d time.Duration) int64 {
	whole := int64(d / time.Second)
	if d%time.Second >= time.Second/2 {
		whole++
	}
	return min(max(whole, 1), statesSeconds)
}

// retriedNames returns the names of what is retried, or that of every error if
// the policy names none that Step Functions knows.
func retriedNames(c *policy.Policy) []string {
	if names := errorNames(c.Retry); len(names) > 0 && c.Otherwise != policy.RetryAll && c.Otherwise != policy.RetryUnlessMarked {
		return names
	}
	return []string{"States.ALL"}
}

func errorNames(matchers []matcher.Matcher) []string {
	var names []string
	for _, m := range matchers {
		switch m := m.(type) {
		case matcher.Type:
			names = append(names, m.Type)
		case matcher.Class:
			if m.Class == "timeout" {
				names = append(names, "States.Timeout")
			}
		}
	}
	return names
}
