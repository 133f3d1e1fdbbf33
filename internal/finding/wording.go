package finding

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds on what a finding repeats of a spec, so that a hostile one can
// neither flood a log nor smuggle much into it.
const (
	MaxMessage = 200            // bytes of a message
	MaxHint    = 2 * MaxMessage // bytes of a hint
	maxEcho    = 40             // bytes of a value
)

// Clip returns text in at most maxEcho bytes.
func Clip(text string) string { return Shorten(text, maxEcho) }

// Quote returns text quoted, in at most maxEcho bytes.
func Quote(text string) string {
	quoted := strconv.Quote(Shorten(text, maxEcho-2))
	for limit := maxEcho - 4; len(quoted) > maxEcho; limit -= 4 {
		quoted = strconv.Quote(Shorten(text, limit))
	}
	return quoted
}

// Shorten returns text, or as much of its beginning as fits with an ellipsis
// into limit bytes.
func Shorten(text string, limit int) string {
	const ellipsis = "…"
	if len(text) <= limit {
		return text
	}
	end := limit - len(ellipsis)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:max(end, 0)] + ellipsis
}

// Enumerate returns "a, b or c".
func Enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
