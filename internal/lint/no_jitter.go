package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/policy"
)

var _ = register("RG210", "no-jitter", "the waits have no jitter, so clients that fail together retry together", noJitter)

// noJitter finds waits that are the same for all clients, where the dialect
// could spread them.
func noJitter(p *pass) []finding {
	if p.jitterHint() == "" || !p.isRigid() {
		return nil
	}
	if p.compiled.Backoff.Jitter != policy.NoJitter {
		return p.about(jitterParameter, fmt.Sprintf("the jitter has no effect: every wait is cut to %s", p.name(capParameter)),
			fmt.Sprintf("raise %s, or lower %s", p.name(capParameter), p.name(firstParameter)))
	}
	return p.about(jitterParameter, "the waits have no jitter: clients that fail together retry together", p.jitterHint())
}
