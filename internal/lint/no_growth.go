package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/policy"
)

var _ = register("RG214", "no-growth", "a backoff that should grow does not", noGrowth)

// noGrowth finds backoffs that are meant to grow and do not. Temporal has no
// other way to say "fixed" than a coefficient of 1.
func noGrowth(p *pass) []finding {
	b := &p.compiled.Backoff
	if p.retries() < 1 || b.Growth == policy.List || b.Jitter == policy.Decorrelated {
		return nil
	}
	grows := b.Growth != policy.Constant && p.retries() > 1
	switch {
	case b.First > b.Cap || grows && b.First == b.Cap && b.First > 0:
		return p.cutFromTheStart()
	case grows && b.Growth == policy.Exponential && b.Factor < 1:
		return p.about(growthParameter, fmt.Sprintf("the waits shrink: each is %s times the one before", number(b.Factor)), "write a factor above 1")
	case grows && b.Growth == policy.Exponential && b.Factor == 1 && p.compiled.Dialect != "temporal",
		grows && b.Growth == policy.Linear && b.Step == 0:
		return p.about(growthParameter, "the waits do not grow: all are "+b.First.String(), p.fixedHint())
	}
	return nil
}

// cutFromTheStart is the finding about a cap at or below the first wait.
func (p *pass) cutFromTheStart() []finding {
	b := &p.compiled.Backoff
	k := capParameter
	if _, written := p.locate(k); !written {
		k = firstParameter
	}
	return p.about(k, fmt.Sprintf("every wait is cut to %s, %v: the first one is %v already", p.name(capParameter), b.Cap, b.First),
		fmt.Sprintf("raise %s, or lower %s", p.name(capParameter), p.name(firstParameter)))
}
