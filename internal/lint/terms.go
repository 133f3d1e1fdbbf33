package lint

import (
	"strings"

	"github.com/retrygen/retrygen/internal/matcher"
)

// isListed reports whether the spec itself lists a term, and not the dialect.
func (p *pass) isListed(t matcher.Term) bool {
	return p.spec.Has(t.At) && t.At != p.block()
}

// listOf returns the name of the list that a term is in.
func (p *pass) listOf(t matcher.Term) string {
	if strings.HasPrefix(string(t.At), string(p.inPolicy("errors/stop"))) {
		return "errors.stop"
	}
	return "the list of the " + p.compiled.Dialect + " block"
}
