package temporal

import (
	"math"
	"time"

	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// writeTemporal writes a RetryPolicy in proto JSON. Temporal has no jitter: the
// waits are those in the middle of the draw.
func writeTemporal(c *policy.Policy) ([]byte, error) {
	h := foreign.ShapeOf(c)
	first, longest := h.Middle()
	first = max(first, 1) // zero would be the default of a second
	o := foreign.Object{
		{Name: "initialInterval", Value: foreign.ProtoSeconds(min(first, temporalLongest))},
		{Name: "backoffCoefficient", Value: coefficient(h.Factor)},
		{Name: "maximumInterval", Value: foreign.ProtoSeconds(max(longest, first))},
		{Name: "maximumAttempts", Value: c.MaxAttempts},
	}
	if types := finalTypes(c); types != nil {
		o = append(o, foreign.Field{Name: "nonRetryableErrorTypes", Value: types})
	}
	return foreign.Indented(o)
}

// temporalLongest is the longest first interval that Temporal has.
const temporalLongest = 100 * 365 * 24 * time.Hour

// coefficient is a number of 1 or more; proto JSON has a word for infinity.
func coefficient(factor float64) any {
	if math.IsInf(factor, 1) {
		return "Infinity"
	}
	return foreign.Decimal(max(factor, 1))
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
