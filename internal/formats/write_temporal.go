package formats

import (
	"math"
	"time"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// writeTemporal writes a RetryPolicy in proto JSON. Temporal has no jitter: the
// waits are those in the middle of the draw.
func writeTemporal(c *policy.Policy) ([]byte, error) {
	h := shapeOf(c)
	first, longest := h.middle()
	first = max(first, 1) // zero would be the default of a second
	o := object{
		{"initialInterval", protoSeconds(min(first, temporalLongest))},
		{"backoffCoefficient", coefficient(h.factor)},
		{"maximumInterval", protoSeconds(max(longest, first))},
		{"maximumAttempts", c.MaxAttempts},
	}
	if types := finalTypes(c); types != nil {
		o = append(o, field{"nonRetryableErrorTypes", types})
	}
	return indented(o)
}

// temporalLongest is the longest first interval that Temporal has.
const temporalLongest = 100 * 365 * 24 * time.Hour

// coefficient is a number of 1 or more; proto JSON has a word for infinity.
func coefficient(factor float64) any {
	if math.IsInf(factor, 1) {
		return "Infinity"
	}
	return decimal(max(factor, 1))
}

// finalTypes returns the types of errors that are final.
func finalTypes(c *policy.Policy) []string {
	var types []string
	for _, m := range c.Stop {
		switch m := m.(type) {
		case matcher.Type:
			types = append(types, m.Type)
		case matcher.Class:
			if m.Class == "timeout" {
				types = append(types, "TemporalTimeout:StartToClose")
			}
		}
	}
	return types
}
