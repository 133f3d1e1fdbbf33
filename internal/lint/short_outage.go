package lint

import (
	"fmt"
	"time"
)

var _ = register("RG312", "short-outage", "an outage of five seconds outlasts all attempts", shortOutage)

// shortOutage notes how little time the attempts cover.
func shortOutage(p *pass) []finding {
	if p.compiled.BackoffFunc != nil || p.compiled.MaxAttempts <= 1 {
		return nil
	}
	var waits time.Duration
	for n := 1; n <= p.retries() && waits < outage; n++ {
		_, wait := p.bounds(n)
		waits = add(waits, wait)
	}
	if waits >= outage || p.retries() == horizon {
		return nil
	}
	within := "follow each other without a wait"
	if waits > 0 {
		within = fmt.Sprintf("start within %s, if they fail at once", rounded(waits))
	}
	return p.about(attemptsParameter,
		fmt.Sprintf("all %d attempts %s: an outage of %v fails the call", p.compiled.MaxAttempts, within, outage), "")
}
