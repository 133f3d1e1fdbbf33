package lint

import (
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/internal/matcher"
)

var _ = register("RG221", "own-deadline", "errors.retry lists the caller's context cancellation", ownDeadline)

// ownDeadline finds the end of a context among what is retried.
func ownDeadline(p *pass) []finding {
	var found []finding
	for _, t := range matcher.Terms(p.policy.Errors.Retry) {
		if slices.Contains([]string{"context.Canceled", "context.DeadlineExceeded", "CANCELLED", "DEADLINE_EXCEEDED"}, t.Value) {
			found = append(found, one(t.At, fmt.Sprintf("%s is listed as retried, but the end of the caller's own context is never retried", t),
				"remove it; write timeout to retry attempts and connections that time out")...)
		}
	}
	return found
}
