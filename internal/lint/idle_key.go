package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/policy"
)

var _ = register("RG215", "idle-key", "a key has no effect because of other keys of its policy", idleKey)

// idleKey finds keys that change nothing beside the others of their policy, as
// far as that takes the compiled policy to know.
func idleKey(p *pass) []finding {
	if p.compiled.MaxAttempts == 1 {
		return p.idleBackoff()
	}
	b := &p.compiled.Backoff
	switch {
	case b.Growth == policy.List:
		return p.idle("initial_delay", "the delays of a custom backoff take its place", "remove it")
	case p.compiled.Dialect == "httpx" && b.First == 0:
		return p.idle("backoff_jitter", "backoff_factor is 0, so there is no wait to apply jitter to", "write backoff_factor")
	}
	return nil
}

// idle is the finding about a key of the dialect block, if it is written.
func (p *pass) idle(name, why, hint string) []finding {
	at := p.inBlock(name)
	if !p.spec.Has(at) {
		return nil
	}
	return []finding{{at: at, key: true, message: fmt.Sprintf("%s has no effect: %s", name, why), hint: hint}}
}

// idleBackoff is the finding about the first key that sets a wait, in a policy
// without retries.
func (p *pass) idleBackoff() []finding {
	for _, k := range []parameter{firstParameter, growthParameter, capParameter, jitterParameter} {
		if at, written := p.locate(k); written {
			return []finding{{at: at, key: true,
				message: fmt.Sprintf("%s has no effect: a policy of one attempt never waits", p.name(k)),
				hint:    fmt.Sprintf("raise %s, or remove it", p.name(attemptsParameter))}}
		}
	}
	return nil
}
