package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds on what a finding repeats of a spec, so that a hostile one can
// neither flood a log nor smuggle much into it.
const (
	maxEcho    = 40  // bytes of a value
	maxMessage = 200 // bytes of a message
)

// clip returns text in at most maxEcho bytes.
func clip(text string) string { return shorten(text, maxEcho) }

// quote returns text quoted, in at most maxEcho bytes.
func quote(text string) string {
	quoted := strconv.Quote(shorten(text, maxEcho-2))
	for limit := maxEcho - 4; len(quoted) > maxEcho; limit -= 4 {
		quoted = strconv.Quote(shorten(text, limit))
	}
	return quoted
}

// shorten returns text, or as much of its beginning as fits with an ellipsis
// into limit bytes.
func shorten(text string, limit int) string {
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

// enumerate returns "a, b or c".
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// halves splits "First sentence. Second sentence." into a message and a hint:
// without the periods, beginning in lower case. The texts for editors in the
// JSON Schema are written so.
func halves(text string) (message, hint string) {
	message, hint, _ = strings.Cut(text, ". ")
	return lowerFirst(strings.TrimSuffix(message, ".")), lowerFirst(strings.TrimSuffix(hint, "."))
}

func lowerFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}
