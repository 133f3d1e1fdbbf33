package matcher

import (
	"regexp"
	"testing"
)

// TestPatterns compares the two questions about patterns with the texts that
// they match: an answer of yes must hold for all of them.
func TestPatterns(t *testing.T) {
	texts := []string{"", "a", "ab", "connection refused", "\n", "é", "aaa 503"}
	for _, test := range []struct {
		pattern             string
		nothing, everything bool
	}{
		{"a", false, false}, {"", false, true}, {"a*", false, true}, {"(a|b?)", false, true}, {"(a|)", false, true},
		{".*", false, true}, {"^", false, false}, {"(x*)+", false, true}, {"x*y*", false, true}, {"x*y", false, false},
		{`[^\x00-\x{10FFFF}]`, true, false}, {`(a[^\x00-\x{10FFFF}])+`, true, false}, {`a|[^\x00-\x{10FFFF}]`, false, false},
		{"^timeout$refused", true, false}, {"refused^timeout", true, false}, {"^a$", false, false}, {"(?m)a$\n^b", false, false},
		{"a?^b", false, false}, {"a$b*", false, false}, {"(a|b)^", true, false}, {"x{0}", false, true},
	} {
		nothing, everything := Pattern{Pattern: test.pattern}.MatchesNothing(), Pattern{Pattern: test.pattern}.MatchesEverything()
		if nothing != test.nothing || everything != test.everything {
			t.Errorf("%q matches nothing: %v, everything: %v", test.pattern, nothing, everything)
		}
		for _, text := range texts {
			if matched := regexp.MustCompile(test.pattern).MatchString(text); matched && nothing || !matched && everything {
				t.Errorf("%q: matches %q: %v", test.pattern, text, matched)
			}
		}
	}
}
