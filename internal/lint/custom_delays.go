package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/policy"
)

var _ = register("RG218", "custom-delays", "a list of delays has more or fewer than the policy has retries", customDelays)

// customDelays compares Prodigy's own lists of delays with its attempts.
func customDelays(p *pass) []finding {
	b := &p.compiled.Backoff
	at := p.inBlock("backoff/custom/delays")
	if b.Growth != policy.List || !p.spec.Has(at) {
		return nil
	}
	listed, retries := len(b.Waits), p.compiled.MaxAttempts-1
	switch {
	case retries < 1 || listed == retries:
		return nil
	case listed > retries:
		return one(at, fmt.Sprintf("%s, and %s: the last ones are never used",
			count(listed, "delay is listed", "delays are listed"), count(retries, "retry is made", "retries are made")),
			fmt.Sprintf("raise attempts to %d, or shorten the list", listed+1))
	}
	return one(at, fmt.Sprintf("retry %d and later wait max_delay, %v: %s for %s",
		listed+1, b.Cap, count(listed, "delay is listed", "delays are listed"), count(retries, "retry", "retries")),
		"list a delay for every retry")
}
