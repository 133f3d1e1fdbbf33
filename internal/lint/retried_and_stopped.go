package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/matcher"
)

var _ = register("RG172", "retried-and-stopped", "an error is listed as retried and as final", retriedAndStopped)

// retriedAndStopped finds errors that are listed as retried and, to no avail,
// as final. A code taken out of a range is no contradiction, and neither is
// one taken out of what the dialect retries by itself.
func retriedAndStopped(p *pass) []finding {
	stopped := matcher.NewSet(p.compiled.Stop)
	var found []finding
	for _, t := range matcher.Terms(p.compiled.Retry) {
		if by, ok := stopped.Covering(t); ok && p.isListed(t) {
			found = append(found, one(t.At, fmt.Sprintf("%s is retried here and final in %s, which wins", t, p.listOf(by)),
				"remove it from one of the lists")...)
		}
	}
	return found
}
