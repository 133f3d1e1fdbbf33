package schema

import (
	"maps"
	"testing"

	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/policy"
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

// TestDialectsAreOfTheSchema demands of every dialect that the schema has its
// block, and that it says how it calls what every system has.
func TestDialectsAreOfTheSchema(t *testing.T) {
	definitions := schemaData(t)["definitions"].(map[string]any)
	policies := definitions["policy"].(map[string]any)["properties"].(map[string]any)
	for _, d := range dialect.All() {
		if definitions[d.Name()] == nil || policies[d.Name()] == nil {
			t.Errorf("the schema has no block %s", d.Name())
		}
		for p := policy.Attempts; p <= policy.Timeout; p++ {
			if d.Translate(d.Name(), p) == "" {
				t.Errorf("%s does not say how it calls parameter %d", d.Name(), p)
			}
		}
		spec, found := Load("starter.yaml", d.Starter())
		if len(found) > 0 || len(spec.Policies) == 0 || spec.Policies[0].Dialect.DialectName() != d.Name() {
			t.Errorf("the starter of %s: %v", d.Name(), found)
		}
	}
}
