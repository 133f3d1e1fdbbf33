package lint

import (
	"fmt"
	"reflect"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

var _ = register("RG215", "idle-key", "a key has no effect because of other keys of its policy", idleKey)

// idleKey finds keys that change nothing next to the others of their policy, as
// far as that takes the compiled policy to know.
func idleKey(p *pass) []finding {
	return append(p.idleFidelity(), p.idleParameter()...)
}

// idleFidelity finds a fidelity that leads to the same policy as the other one.
func (p *pass) idleFidelity() []finding {
	at := p.inPolicy("fidelity")
	if p.policy.Fidelity != schema.Implemented || !p.spec.Has(at) {
		return nil
	}
	other := *p.policy
	other.Fidelity = schema.Documented
	documented, implemented := *compile.Policy(&other), *p.compiled
	for _, c := range []*policy.Policy{&documented, &implemented} {
		c.Fidelity, c.Notes = "", nil
	}
	if !reflect.DeepEqual(documented, implemented) {
		return nil
	}
	return []finding{{at: at, key: true, hint: "remove it",
		message: fmt.Sprintf("fidelity has no effect: for this policy, the documentation and the code of %s agree", p.compiled.System)}}
}

// idleParameter finds keys of waits that never happen.
func (p *pass) idleParameter() []finding {
	if p.compiled.MaxAttempts == 1 {
		return p.idleBackoff()
	}
	b := &p.compiled.Backoff
	switch {
	case b.Growth == policy.List:
		return p.idle("initial_delay", "the delays of a custom backoff take its place", "remove it")
	case p.compiled.Dialect == "httpx" && p.compiled.BackoffFunc == nil && b.First == 0:
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
	if at := p.inPolicy("backoff"); p.spec.Has(at) {
		return []finding{{at: at, key: true, message: "backoff has no effect: a policy of one attempt never waits",
			hint: fmt.Sprintf("raise %s, or remove it", p.name(attemptsParameter))}}
	}
	for _, k := range []parameter{firstParameter, growthParameter, capParameter, jitterParameter} {
		if at, written := p.locate(k); written {
			return []finding{{at: at, key: true,
				message: fmt.Sprintf("%s has no effect: a policy of one attempt never waits", p.name(k)),
				hint:    fmt.Sprintf("raise %s, or remove it", p.name(attemptsParameter))}}
		}
	}
	return nil
}
