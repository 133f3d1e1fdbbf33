package schema

import (
	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/policy"
)

// concept is a thing that every system has under another name.
type concept struct {
	names []string          // folded, in all systems and in common speech
	hints map[string]string // by the definition of the mapping that the key stands in
	// parameter is what the dialects call by different names, if isParameter
	// is set.
	parameter   policy.Parameter
	isParameter bool
}

// hint returns how the thing is called in a mapping that a definition
// describes.
func (c concept) hint(definition string) string {
	if hint := c.hints[definition]; hint != "" || !c.isParameter {
		return hint
	}
	for _, d := range dialect.All() {
		if hint := d.Translate(definition, c.parameter); hint != "" {
			return hint
		}
	}
	return ""
}
