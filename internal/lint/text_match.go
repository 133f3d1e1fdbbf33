package lint

import (
	"slices"

	"github.com/retrygen/retrygen/internal/matcher"
)

var _ = register("RG220", "text-match", "the policy matches errors by their text", textMatch)

// textMatch finds errors that are distinguished by their text: one finding for a
// policy, at the first of its patterns.
func textMatch(p *pass) []finding {
	for _, m := range slices.Concat(p.compiled.Stop, p.compiled.Retry) {
		if pattern, ok := m.(matcher.Pattern); ok && !pattern.Fold {
			return one(m.At().Key("pattern"), "the policy matches errors by their text, which can change without notice",
				"match a Go error value or type, a status or a gRPC code")
		}
	}
	return nil
}
