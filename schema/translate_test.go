package schema

import (
	"maps"
	"testing"

	"github.com/retrygen/retrygen/internal/document"
)

// TestConceptsAreOfTheSchema demands that every translation stands for a
// mapping that there is, and for a key that the mapping does not have.
func TestConceptsAreOfTheSchema(t *testing.T) {
	data := schemaData(t)
	definitions := maps.Clone(data["definitions"].(map[string]any))
	definitions[""] = data
	for _, c := range concepts {
		for definition, hint := range c.hints {
			if definitions[definition] == nil || hint == "" {
				t.Errorf("%q: the hint %q is for the definition %q", c.names[0], hint, definition)
			}
		}
		for _, name := range c.names {
			if document.Fold(name) != name {
				t.Errorf("%q is never looked up, because it is not folded", name)
			}
		}
	}
}
