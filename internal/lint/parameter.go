package lint

import (
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// parameter is what every dialect can set, under a name of its own.
type parameter uint8

const (
	attemptsParameter parameter = iota // how many attempts or retries
	firstParameter                     // the wait before the first retry
	capParameter                       // the longest wait
	growthParameter                    // how waits grow
	jitterParameter                    // how waits are drawn
)

// parameters are the keys of the dialects, with those inside of others after a
// slash, in the order in which they are looked for.
var parameters = map[string]map[parameter][]string{
	"exosphere": {
		attemptsParameter: {"max_retries"},
		firstParameter:    {"backoff_factor"},
		capParameter:      {"max_delay"},
		growthParameter:   {"exponent", "strategy"},
		jitterParameter:   {"strategy"},
	},
	"prodigy": {
		attemptsParameter: {"attempts"},
		firstParameter:    {"initial_delay"},
		capParameter:      {"max_delay"},
		growthParameter:   {"backoff/exponential/base", "backoff/linear/increment", "backoff"},
		jitterParameter:   {"jitter_factor", "jitter"},
	},
	"temporal": {
		attemptsParameter: {"maximum_attempts", "maximumAttempts"},
		firstParameter:    {"initial_interval", "initialInterval"},
		capParameter:      {"maximum_interval", "maximumInterval"},
		growthParameter:   {"backoff_coefficient", "backoffCoefficient"},
	},
	"httpx": {
		attemptsParameter: {"total"},
		firstParameter:    {"backoff_factor"},
		capParameter:      {"max_backoff_wait"},
		jitterParameter:   {"backoff_jitter"},
	},
	"smithy": {
		attemptsParameter: {"max_attempts"},
		firstParameter:    {"backoff_strategy/backoff_scale_value"},
		capParameter:      {"backoff_strategy/max_backoff"},
		jitterParameter:   {"backoff_strategy/jitter_type"},
	},
}

// block returns the pointer to the dialect block.
func (p *pass) block() schema.Pointer { return p.policy.Pointer.Key(p.compiled.Dialect) }

// locate returns the pointer to the value of a parameter, or, if the spec leaves it
// to its default, to the dialect block.
func (p *pass) locate(k parameter) (at schema.Pointer, written bool) {
	for _, path := range parameters[p.compiled.Dialect][k] {
		if at := p.inBlock(path); p.spec.Has(at) {
			return at, true
		}
	}
	return p.block(), false
}

// inBlock returns the pointer to a key of the dialect block.
func (p *pass) inBlock(path string) schema.Pointer { return below(p.block(), path) }

// inPolicy returns the pointer to a key of the policy.
func (p *pass) inPolicy(path string) schema.Pointer { return below(p.policy.Pointer, path) }

// below returns the pointer to a key, with those around it before slashes.
func below(at schema.Pointer, path string) schema.Pointer {
	for name := range strings.SplitSeq(path, "/") {
		at = at.Key(name)
	}
	return at
}

// name returns what the dialect calls a parameter, as the spec spells it.
func (p *pass) name(k parameter) string {
	at, written := p.locate(k)
	if !written {
		names := parameters[p.compiled.Dialect][k]
		if len(names) == 0 {
			return p.compiled.Dialect
		}
		at = schema.Pointer("/" + names[0])
	}
	return string(at[strings.LastIndexByte(string(at), '/')+1:])
}
