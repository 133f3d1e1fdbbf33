package schema

import "strings"

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
