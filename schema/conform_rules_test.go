package schema

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/retrygen/retrygen/schema/internal/conform"
)

// readersOnly are the keywords that do not decide whether a value is valid.
var readersOnly = append([]string{"$schema", "$id", "title", "description", "default", "examples"}, editorKeywords...)

// stripped returns a schema without the keywords for readers.
func stripped(schema any) any {
	s, ok := schema.(map[string]any)
	if !ok {
		return schema
	}
	rules := map[string]any{}
	for keyword, value := range s {
		switch {
		case slices.Contains(readersOnly, keyword):
		case keyword == "definitions" || keyword == "properties" || keyword == "dependencies":
			inner := map[string]any{}
			for name, schema := range value.(map[string]any) {
				inner[name] = stripped(schema)
			}
			rules[keyword] = inner
		case keyword == "items" && isList(value):
			var items []any
			for _, item := range value.([]any) {
				items = append(items, stripped(item))
			}
			rules[keyword] = items
		default:
			rules[keyword] = stripped(value)
		}
	}
	return rules
}

func isList(value any) bool { _, ok := value.([]any); return ok }

// TestRules holds the rules that are checked equal to the JSON Schema.
func TestRules(t *testing.T) {
	want, err := json.Marshal(stripped(schemaData(t)))
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile("retrygen.rules.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("retrygen.rules.json")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("retrygen.rules.json is not the JSON Schema (%v): run go test ./schema -run TestRules -update", err)
	}
}

// TestRulesAreKnown fails if the rules have a keyword that the checker does not
// know.
func TestRulesAreKnown(t *testing.T) {
	var rules map[string]any
	if err := json.Unmarshal(rulesText, &rules); err != nil {
		t.Fatal(err)
	}
	schemas := 0
	walkSchemas("", rules, func(at string, s map[string]any) {
		schemas++
		for keyword := range s {
			if !slices.Contains(conform.Keywords, keyword) {
				t.Errorf("%s: the checker does not know %s", at, keyword)
			}
		}
	})
	if schemas < 100 {
		t.Errorf("only %d schemas", schemas)
	}
}
