package stepfunctions

import (
	"time"

	"github.com/retrygen/retrygen/internal/foreign"
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
	h := foreign.ShapeOf(c)
	first, longest := h.Middle()
	jitter := "NONE"
	if h.Low/h.High < 0.5 {
		jitter = "FULL"
		first, longest = h.Upper()
	}
	retries := statesRetries
	if c.MaxAttempts > 0 {
		retries = min(c.MaxAttempts-1, statesRetries)
	}
	retrier := foreign.Object{
		{Name: "ErrorEquals", Value: retriedNames(c)},
		{Name: "IntervalSeconds", Value: wholeSeconds(first)},
		{Name: "MaxAttempts", Value: retries},
		{Name: "BackoffRate", Value: foreign.Rate(max(h.Factor, 1))},
	}
	if longest < statesSeconds*time.Second {
		retrier = append(retrier, foreign.Field{Name: "MaxDelaySeconds", Value: wholeSeconds(longest)})
	}
	retrier = append(retrier, foreign.Field{Name: "JitterStrategy", Value: jitter})
	list := []foreign.Object{retrier}
	if names := errorNames(c.Stop); len(names) > 0 {
		list = []foreign.Object{{{Name: "ErrorEquals", Value: names}, {Name: "MaxAttempts", Value: 0}}, retrier}
	}
	o := foreign.Object{{Name: "Retry", Value: list}}
	if c.AttemptTimeout > 0 {
		o = append(o, foreign.Field{Name: "TimeoutSeconds", Value: wholeSeconds(c.AttemptTimeout)})
	}
	return foreign.Indented(o)
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

// retriedNames returns the names of what is retried, or the name for every error if
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
