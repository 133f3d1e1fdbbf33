package lint

import (
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/schema"
)

// retriedAndStopped finds errors that are listed as retried and, to no avail,
// as final. A code taken out of a range is no contradiction, and neither is
// one taken out of what the dialect retries by itself.
func retriedAndStopped(s *subject) []finding {
	stopped := s.entries(s.compiled.Stop)
	var found []finding
	for _, e := range s.entries(s.compiled.Retry) {
		if by := e.coveredBy(stopped); by != nil && s.isListed(e) {
			found = append(found, one(e.at, fmt.Sprintf("%s is retried here and final in %s, which wins", e, s.listOf(by)),
				"remove it from one of the lists")...)
		}
	}
	return found
}

// redundantMatcher finds entries that match nothing that an earlier one of the
// same list does not.
func redundantMatcher(s *subject) []finding {
	var found []finding
	for _, list := range [][]schema.Matcher{s.compiled.Stop, s.compiled.Retry} {
		entries := s.entries(list)
		for i, e := range entries {
			if by := e.coveredBy(entries[:i]); by != nil && s.isListed(e) && s.isListed(*by) {
				found = append(found, one(e.at, fmt.Sprintf("%s matches nothing that %s before it does not", e, by), "remove it")...)
			}
		}
	}
	return found
}

// deadMatcher finds rules about errors that can never apply.
func deadMatcher(s *subject) []finding {
	var found []finding
	for _, m := range slices.Concat(s.compiled.Stop, s.compiled.Retry) {
		if pattern, ok := m.(schema.PatternMatcher); ok && matchesNothing(pattern.Pattern) {
			found = append(found, one(m.At().Key("pattern"), "the pattern matches no text at all", "correct it, or remove it")...)
		}
	}
	for _, m := range s.compiled.Stop {
		if pattern, ok := m.(schema.PatternMatcher); ok && matchesEverything(pattern.Pattern) && s.compiled.MaxAttempts != 1 {
			found = append(found, one(m.At().Key("pattern"), "the pattern matches every text, so that nothing is ever retried", "match a part of the text that only final errors have")...)
		}
	}
	return found
}

// textMatch finds errors that are told apart by their text: one finding for a
// policy, at the first of its patterns.
func textMatch(s *subject) []finding {
	for _, m := range slices.Concat(s.compiled.Stop, s.compiled.Retry) {
		if pattern, ok := m.(schema.PatternMatcher); ok && !pattern.Fold {
			return one(m.At().Key("pattern"), "errors are told apart by their text, which changes without notice",
				"match a Go error value or type, a status or a gRPC code")
		}
	}
	return nil
}

// ownDeadline finds the end of a context among what is retried.
func ownDeadline(s *subject) []finding {
	var found []finding
	for _, e := range s.entries(s.policy.Errors.Retry) {
		if slices.Contains([]string{"context.Canceled", "context.DeadlineExceeded", "CANCELLED", "DEADLINE_EXCEEDED"}, e.name) {
			found = append(found, one(e.at, fmt.Sprintf("%s is retried, but never when it is the caller's own context that has ended", e),
				"remove it, or write timeout for attempts and connections that time out")...)
		}
	}
	return found
}
