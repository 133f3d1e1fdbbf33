package lint

import (
	"slices"

	"github.com/retrygen/retrygen/internal/matcher"
)

var _ = register("RG173", "dead-matcher", "a rule about errors can never apply", deadMatcher)

// deadMatcher finds rules about errors that can never apply.
func deadMatcher(p *pass) []finding {
	var found []finding
	for _, m := range slices.Concat(p.compiled.Stop, p.compiled.Retry) {
		if pattern, ok := m.(matcher.Pattern); ok && pattern.MatchesNothing() {
			found = append(found, one(m.At().Key("pattern"), "the pattern matches no text at all", "correct it, or remove it")...)
		}
	}
	for _, m := range p.compiled.Stop {
		if pattern, ok := m.(matcher.Pattern); ok && pattern.MatchesEverything() && p.compiled.MaxAttempts != 1 {
			found = append(found, one(m.At().Key("pattern"), "the pattern matches every text, so nothing is ever retried", "match a part of the text that only final errors have")...)
		}
	}
	return found
}
