package lint

import (
	"fmt"
	"time"

	"github.com/retrygen/retrygen/schema"
)

var _ = register("RG171", "attempt-outlasts-call", "one attempt may take as long as the whole call", attemptOutlastsCall)

// attemptOutlastsCall finds attempt timeouts that never end an attempt, because
// the call is over by then.
func attemptOutlastsCall(p *pass) []finding {
	total := p.compiled.TotalTimeout
	if total == 0 {
		return nil
	}
	var found []finding
	check := func(at schema.Pointer, timeout time.Duration) {
		if timeout >= total {
			found = append(found, one(at.Key("attempt_timeout"),
				fmt.Sprintf("an attempt may take %v and the whole call %v, so an attempt that hangs leaves no time for a retry", timeout, total),
				"lower attempt_timeout, or raise total_timeout")...)
		}
	}
	check(p.policy.Pointer, p.compiled.AttemptTimeout)
	for _, c := range p.spec.Clients {
		for _, m := range c.AllMethods() {
			if m.Policy == p.policy.Name {
				check(m.Pointer, m.AttemptTimeout)
			}
		}
	}
	return found
}
