package lint

import (
	"fmt"
)

var _ = register("RG314", "no-jitter-there", "the system of the policy has no jitter", noJitterThere)

// noJitterThere notes that a dialect cannot spread waits at all.
func noJitterThere(p *pass) []finding {
	if p.jitterHint() != "" || !p.isRigid() {
		return nil
	}
	return []finding{{at: p.block(), key: true,
		message: fmt.Sprintf("%s has no jitter: clients that fail together retry together", p.systemName()),
		hint:    "the other dialects have it; exosphere with strategy EXPONENTIAL_FULL_JITTER comes nearest"}}
}
