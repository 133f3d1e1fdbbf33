package lint

import (
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// knob is what every dialect can set, under a name of its own.
type knob uint8

const (
	attemptsKnob knob = iota // how many attempts or retries
	firstKnob                // the wait before the first retry
	capKnob                  // the longest wait
	growthKnob               // how waits grow
	jitterKnob               // how waits are drawn
)

// knobs are the keys of the dialects, with those inside of others after a
// slash, in the order in which they are looked for.
var knobs = map[string]map[knob][]string{
	"exosphere": {
		attemptsKnob: {"max_retries"},
		firstKnob:    {"backoff_factor"},
		capKnob:      {"max_delay"},
		growthKnob:   {"exponent", "strategy"},
		jitterKnob:   {"strategy"},
	},
	"prodigy": {
		attemptsKnob: {"attempts"},
		firstKnob:    {"initial_delay"},
		capKnob:      {"max_delay"},
		growthKnob:   {"backoff/exponential/base", "backoff/linear/increment", "backoff"},
		jitterKnob:   {"jitter_factor", "jitter"},
	},
	"temporal": {
		attemptsKnob: {"maximum_attempts", "maximumAttempts"},
		firstKnob:    {"initial_interval", "initialInterval"},
		capKnob:      {"maximum_interval", "maximumInterval"},
		growthKnob:   {"backoff_coefficient", "backoffCoefficient"},
	},
	"httpx": {
		attemptsKnob: {"total"},
		firstKnob:    {"backoff_factor"},
		capKnob:      {"max_backoff_wait"},
		jitterKnob:   {"backoff_jitter"},
	},
	"smithy": {
		attemptsKnob: {"max_attempts"},
		firstKnob:    {"backoff_strategy/backoff_scale_value"},
		capKnob:      {"backoff_strategy/max_backoff"},
		jitterKnob:   {"backoff_strategy/jitter_type"},
	},
}

// block returns the pointer to the dialect block.
func (s *subject) block() schema.Pointer { return s.policy.Pointer.Key(s.compiled.Dialect) }

// locate returns the pointer to the value of a knob, or, if the spec leaves it
// to its default, to the dialect block.
func (s *subject) locate(k knob) (at schema.Pointer, written bool) {
	for _, path := range knobs[s.compiled.Dialect][k] {
		if at := s.inBlock(path); s.spec.Has(at) {
			return at, true
		}
	}
	return s.block(), false
}

// inBlock returns the pointer to a key of the dialect block.
func (s *subject) inBlock(path string) schema.Pointer { return below(s.block(), path) }

// inPolicy returns the pointer to a key of the policy.
func (s *subject) inPolicy(path string) schema.Pointer { return below(s.policy.Pointer, path) }

// below returns the pointer to a key, with those around it before slashes.
func below(at schema.Pointer, path string) schema.Pointer {
	for name := range strings.SplitSeq(path, "/") {
		at = at.Key(name)
	}
	return at
}

// name returns what the dialect calls a knob, as the spec spells it.
func (s *subject) name(k knob) string {
	at, written := s.locate(k)
	if !written {
		names := knobs[s.compiled.Dialect][k]
		if len(names) == 0 {
			return s.compiled.Dialect
		}
		at = schema.Pointer("/" + names[0])
	}
	return string(at[strings.LastIndexByte(string(at), '/')+1:])
}
