package matcher

import (
	"regexp"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// Pattern matches errors whose text matches a regular expression (RE2).
type Pattern struct {
	Entry
	Pattern string
	// Fold is set for the substrings of Prodigy's matchers, which ignore case.
	// The expression is then already quoted and folded.
	Fold bool
}

// Substrings returns a matcher for errors whose text contains one of the words
// in any case, as Prodigy's code looks for them.
func Substrings(at finding.Pointer, words []string) Pattern {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = regexp.QuoteMeta(word)
	}
	return Pattern{Entry: Entry{Pointer: at}, Pattern: "(?i:" + strings.Join(quoted, "|") + ")", Fold: true}
}

// Terms returns the expression.
func (m Pattern) Terms() []Term {
	return []Term{{At: m.Pointer, Kind: "pattern", Value: m.Pattern, All: m.MatchesEverything(), Outcome: m.outcome(Unknown), Service: m.Service}}
}

// Condition returns the test of the text.
func (m Pattern) Condition() Condition { return TextMatches{m.Pattern} }

func (m Pattern) only(keep []bool) Matcher { return whole(m, keep) }

func (m Pattern) with(e Entry) Matcher {
	m.Entry = e
	return m
}
