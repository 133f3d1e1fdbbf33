package model

import (
	"strings"
	"time"
	"unicode"
)

// Plain makes text of a spec safe for a comment: one paragraph of printable
// characters whose first word is no directive and no build constraint, and
// which no tool takes for documentation markup or for the mark of generated
// code.
func Plain(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	for i, word := range words {
		words[i] = quotes.Replace(strings.Map(printable, word))
		if strings.HasPrefix(word, "+build") {
			words[i] = "'" + words[i]
		}
	}
	return strings.Join(words, " ")
}

// quotes writes pairs of quotes as gofmt does, which leaves three alone.
var quotes = strings.NewReplacer("```", "```", "``", "“", "''", "”")

// printable replaces a character that does not show, or that changes how its
// neighbours show.
func printable(r rune) rune {
	if !unicode.IsPrint(r) {
		return unicode.ReplacementChar
	}
	return r
}

// Duration returns a duration without the zero minutes and seconds that
// [time.Duration.String] adds.
func Duration(d time.Duration) string {
	s := d.String()
	if rest, ok := strings.CutSuffix(s, "m0s"); ok {
		s = rest + "m"
	}
	if rest, ok := strings.CutSuffix(s, "h0m"); ok {
		s = rest + "h"
	}
	return s
}

// ListMark begins an item of a list in a comment, as gofmt writes it.
const ListMark = "   - "
