package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/policy"
)

var _ = register("RG224", "jitter-beyond-wait", "the jitter is longer than the wait, so some waits are zero", jitterBeyondWait)

// jitterBeyondWait finds jitter that is longer than the wait that it is taken
// from.
func jitterBeyondWait(p *pass) []finding {
	b := &p.compiled.Backoff
	if b.Jitter != policy.Around || b.Amount <= 1 || p.retries() == 0 {
		return nil
	}
	percent := 100 * (b.Amount - 1) / (2 * b.Amount)
	return p.about(jitterParameter, fmt.Sprintf("the jitter is longer than the wait: %.0f %% of the retries follow at once", percent),
		"write a jitter_factor of 1 or less")
}
