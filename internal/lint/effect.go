package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/policy"
)

// idleKey finds keys that change nothing beside the others of their policy, as
// far as that takes the compiled policy to know.
func idleKey(s *subject) []finding {
	if s.compiled.MaxAttempts == 1 {
		return s.idleBackoff()
	}
	b := &s.compiled.Backoff
	switch {
	case b.Growth == policy.List:
		return s.idle("initial_delay", "the delays of a custom backoff take its place", "remove it")
	case s.compiled.Dialect == "httpx" && b.First == 0:
		return s.idle("backoff_jitter", "backoff_factor is 0, so that there is no wait to spread", "write backoff_factor")
	}
	return nil
}

// idle is the finding about a key of the dialect block, if it is written.
func (s *subject) idle(name, why, hint string) []finding {
	at := s.inBlock(name)
	if !s.spec.Has(at) {
		return nil
	}
	return []finding{{at: at, key: true, message: fmt.Sprintf("%s has no effect: %s", name, why), hint: hint}}
}

// idleBackoff is the finding about the first key that sets a wait, in a policy
// without retries.
func (s *subject) idleBackoff() []finding {
	for _, k := range []knob{firstKnob, growthKnob, capKnob, jitterKnob} {
		if at, written := s.locate(k); written {
			return []finding{{at: at, key: true,
				message: fmt.Sprintf("%s has no effect: a policy of one attempt never waits", s.name(k)),
				hint:    fmt.Sprintf("raise %s, or remove it", s.name(attemptsKnob))}}
		}
	}
	return nil
}
