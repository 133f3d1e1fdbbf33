package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/schema"
)

var _ = register("RG222", "redundant-matcher", "an earlier entry of the same list already matches the same errors", redundantMatcher)

// redundantMatcher finds entries that match nothing that an earlier one of the
// same list does not.
func redundantMatcher(p *pass) []finding {
	var found []finding
	for _, list := range [][]schema.Matcher{p.compiled.Stop, p.compiled.Retry} {
		entries := p.entries(list)
		for i, e := range entries {
			if by := e.coveredBy(entries[:i]); by != nil && p.isListed(e) && p.isListed(*by) {
				found = append(found, one(e.at, fmt.Sprintf("%s matches nothing that %s before it does not already match", e, by), "remove it")...)
			}
		}
	}
	return found
}
