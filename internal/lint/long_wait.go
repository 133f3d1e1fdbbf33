package lint

import (
	"fmt"
	"time"
)

const (
	// patience is how long a caller may wait between two attempts.
	patience = 5 * time.Minute
	// outage is how long a short outage lasts, such as the restart of a server
	// or the election of a leader.
	outage = 5 * time.Second
)

var _ = register("RG213", "long-wait", "a caller may wait more than five minutes between two attempts", longWait)

// longWait finds waits that no caller of a function expects.
func longWait(p *pass) []finding {
	longest := p.longest()
	for _, b := range p.timeBounds() {
		longest = min(longest, b.limit)
	}
	if longest <= patience {
		return nil
	}
	k := capParameter
	if _, written := p.locate(k); !written {
		k = firstParameter
	}
	return p.about(k,
		fmt.Sprintf("a caller may wait %s between two attempts", rounded(longest)),
		fmt.Sprintf("write %s or total_timeout; use a job queue for retries this late", p.name(capParameter)))
}
