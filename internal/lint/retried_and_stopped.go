package lint

import (
	"fmt"
)

var _ = register("RG172", "retried-and-stopped", "an error is listed as retried and as final", retriedAndStopped)

// retriedAndStopped finds errors that are listed as retried and, to no avail,
// as final. A code taken out of a range is no contradiction, and neither is
// one taken out of what the dialect retries by itself.
func retriedAndStopped(p *pass) []finding {
	stopped := p.entries(p.compiled.Stop)
	var found []finding
	for _, e := range p.entries(p.compiled.Retry) {
		if by := e.coveredBy(stopped); by != nil && p.isListed(e) {
			found = append(found, one(e.at, fmt.Sprintf("%s is retried here and final in %s, which wins", e, p.listOf(by)),
				"remove it from one of the lists")...)
		}
	}
	return found
}
