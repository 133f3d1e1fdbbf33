package lint

import (
	"fmt"
	"time"
)

var _ = register("RG170", "unreachable-retry", "a retry can never start, because the total timeout ends the call first", unreachableRetry)

// unreachableRetry finds retries that even the fastest call cannot make: its
// attempts fail at once and its waits are the shortest.
func unreachableRetry(p *pass) []finding {
	if p.compiled.MaxAttempts == 0 {
		return nil // so that time alone bounds the call, which is then meant
	}
	for _, b := range p.timeBounds() {
		if n, waits := p.firstRuledOut(b); n > 0 {
			return one(b.at,
				fmt.Sprintf("retry %d of %d can never start: the waits up to it are %v at least, and %s is %v",
					n, p.compiled.MaxAttempts-1, waits, b.name, b.limit),
				fmt.Sprintf("raise %s, or lower %s", b.name, p.name(attemptsParameter)))
		}
	}
	return nil
}

// firstRuledOut returns the first retry that a bound rules out, and the
// shortest sum of the waits up to it, or 0.
func (p *pass) firstRuledOut(b bound) (retry int, waits time.Duration) {
	var before time.Duration
	for n := 1; n <= p.retries(); n++ {
		wait, _ := p.bounds(n)
		if b.rulesOut(before, wait) {
			return n, add(before, wait)
		}
		before = add(before, wait)
	}
	return 0, 0
}
