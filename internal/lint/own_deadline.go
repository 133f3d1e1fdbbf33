package lint

import (
	"fmt"
	"slices"
)

var _ = register("RG221", "own-deadline", "errors.retry lists the caller's context cancellation", ownDeadline)

// ownDeadline finds the end of a context among what is retried.
func ownDeadline(p *pass) []finding {
	var found []finding
	for _, e := range p.entries(p.policy.Errors.Retry) {
		if slices.Contains([]string{"context.Canceled", "context.DeadlineExceeded", "CANCELLED", "DEADLINE_EXCEEDED"}, e.name) {
			found = append(found, one(e.at, fmt.Sprintf("%s is listed as retried, but the end of the caller's own context is never retried", e),
				"remove it; write timeout to retry attempts and connections that time out")...)
		}
	}
	return found
}
