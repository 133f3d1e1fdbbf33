package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/policy"
)

// noJitter finds waits that are the same for all clients, where the dialect
// could spread them.
func noJitter(s *subject) []finding {
	if len(knobs[s.compiled.Dialect][jitterKnob]) == 0 || !s.isRigid() {
		return nil
	}
	if s.compiled.Backoff.Jitter != policy.NoJitter {
		return s.about(jitterKnob, fmt.Sprintf("the jitter has no effect: every wait is cut to %s", s.name(capKnob)),
			fmt.Sprintf("raise %s, or lower %s", s.name(capKnob), s.name(firstKnob)))
	}
	return s.about(jitterKnob, "the waits have no jitter: clients that fail together retry together", jitterHints[s.compiled.Dialect])
}

// jitterHints tell how a dialect spreads waits.
var jitterHints = map[string]string{
	"exosphere": "choose a strategy that ends in _FULL_JITTER",
	"prodigy":   "write jitter: true, with a jitter_factor above 0 or none",
	"httpx":     "write backoff_jitter: 1.0, or leave it out",
	"smithy":    "write jitter_type: FULL",
}

// noJitterThere notes that a dialect cannot spread waits at all.
func noJitterThere(s *subject) []finding {
	if len(knobs[s.compiled.Dialect][jitterKnob]) > 0 || !s.isRigid() {
		return nil
	}
	return []finding{{at: s.block(), key: true,
		message: fmt.Sprintf("%s has no jitter: clients that fail together retry together", s.compiled.Dialect),
		hint:    "the other dialects have it; exosphere with strategy EXPONENTIAL_FULL_JITTER comes nearest"}}
}

// isRigid reports whether the policy waits after some error, and always the
// same.
func (s *subject) isRigid() bool {
	for _, b := range s.schedules() {
		if isRigid(b, s.retries()) {
			return true
		}
	}
	return false
}

func isRigid(b *policy.Schedule, retries int) bool {
	waits := false
	for n := 1; n <= retries; n++ {
		shortest, longest := b.Bounds(n)
		if shortest != longest {
			return false
		}
		waits = waits || longest > 0
	}
	return waits
}

// jitterBeyondWait finds jitter that is longer than the wait that it is taken
// from.
func jitterBeyondWait(s *subject) []finding {
	b := &s.compiled.Backoff
	if b.Jitter != policy.Around || b.Amount <= 1 || s.retries() == 0 {
		return nil
	}
	percent := 100 * (b.Amount - 1) / (2 * b.Amount)
	return s.about(jitterKnob, fmt.Sprintf("the jitter is longer than the wait: %.0f %% of the retries follow at once", percent),
		"write a jitter_factor of 1 or less")
}
