package lint

import (
	"strings"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// parameter is what every dialect can set, under a name of its own.
type parameter = policy.Parameter

const (
	attemptsParameter = policy.Attempts // how many attempts or retries
	firstParameter    = policy.First    // the wait before the first retry
	capParameter      = policy.Cap      // the longest wait
	growthParameter   = policy.Factor   // how waits grow
	jitterParameter   = policy.Jitters  // how waits are drawn
)

// block returns the pointer to the dialect block.
func (p *pass) block() schema.Pointer { return p.policy.Pointer.Key(p.compiled.Dialect) }

// locate returns the pointer to the value of a parameter, or, if the spec leaves it
// to its default, to the dialect block.
func (p *pass) locate(k parameter) (at schema.Pointer, written bool) {
	for _, path := range p.dialect.Keys(k) {
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

// name returns what the system of the policy calls a parameter, as the file
// spells it.
func (p *pass) name(k parameter) string {
	if origin := p.policy.Origin; origin != nil && origin.Keys[k] != "" {
		return origin.Keys[k]
	}
	at, written := p.locate(k)
	if !written {
		names := p.dialect.Keys(k)
		if len(names) == 0 {
			return p.compiled.Dialect
		}
		at = schema.Pointer("/" + names[0])
	}
	return at.Last()
}

// jitterHint says how to spread the waits in the system of the policy; it is
// empty if the system cannot.
func (p *pass) jitterHint() string {
	if p.policy.Origin != nil {
		return p.policy.Origin.JitterHint
	}
	return p.dialect.JitterHint()
}

// fixedHint says how to write waits that are meant not to grow.
func (p *pass) fixedHint() string {
	if p.policy.Origin != nil {
		return p.policy.Origin.FixedHint
	}
	return p.dialect.FixedHint()
}

// systemName returns the dialect, or the system of the file that the policy was
// read from.
func (p *pass) systemName() string {
	if p.policy.Origin != nil {
		return p.policy.Origin.System
	}
	return p.compiled.Dialect
}
