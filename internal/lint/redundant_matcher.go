package lint

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/matcher"
)

var _ = register("RG222", "redundant-matcher", "an earlier entry of the same list already matches the same errors", redundantMatcher)

// redundantMatcher finds entries that match nothing that an earlier one of the
// same list does not.
func redundantMatcher(p *pass) []finding {
	var found []finding
	for _, list := range [][]matcher.Matcher{p.compiled.Stop, p.compiled.Retry} {
		var before matcher.Set
		for _, t := range matcher.Terms(list) {
			if by, ok := before.Covering(t); ok && p.isListed(t) && p.isListed(by) {
				found = append(found, one(t.At, fmt.Sprintf("%s matches nothing that %s before it does not already match", t, by), "remove it")...)
			}
			before.Add(t)
		}
	}
	return found
}
