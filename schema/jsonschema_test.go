package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/dialect/prodigy"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// validationKeywords are those keywords of draft 7 that the schema uses.
var validationKeywords = []string{
	"$schema", "$id", "$ref", "title", "description", "default", "examples", "definitions",
	"type", "enum", "const", "if", "then", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
	"allOf", "else", "not", "patternProperties", "pattern", "minLength", "items", "additionalItems", "minItems", "maxItems",
	"properties", "required", "additionalProperties", "propertyNames", "minProperties", "dependencies",
}

// editorKeywords are what yaml-language-server and VS Code know beyond that.
var editorKeywords = []string{
	"markdownDescription", "enumDescriptions", "markdownEnumDescriptions", "defaultSnippets",
	"patternErrorMessage", "errorMessage", "deprecationMessage", "doNotSuggest",
}

// walkSchemas calls visit for the schema at a location and all schemas in it.
func walkSchemas(at string, schema any, visit func(at string, s map[string]any)) {
	s, ok := schema.(map[string]any)
	if !ok {
		return // true or false
	}
	visit(at, s)
	for _, keyword := range []string{"definitions", "properties", "patternProperties", "dependencies"} {
		inner, _ := s[keyword].(map[string]any)
		for name, schema := range inner {
			walkSchemas(at+"/"+keyword+"/"+name, schema, visit)
		}
	}
	for _, keyword := range []string{"allOf", "not", "items", "additionalItems", "additionalProperties", "propertyNames", "if", "then", "else"} {
		if tuple, ok := s[keyword].([]any); ok {
			for _, schema := range tuple {
				walkSchemas(at+"/"+keyword, schema, visit)
			}
		}
		walkSchemas(at+"/"+keyword, s[keyword], visit)
	}
}

func schemaData(t *testing.T) map[string]any {
	t.Helper()
	var data map[string]any
	if err := json.Unmarshal(JSON(), &data); err != nil {
		t.Fatal(err)
	}
	return data
}

// TestSchemaIsStrict holds the schema to what strict validators and editors
// demand: no keyword that nobody knows, documentation everywhere, no keyword
// that has no effect.
func TestSchemaIsStrict(t *testing.T) {
	walkSchemas("", schemaData(t), func(at string, s map[string]any) {
		for keyword := range s {
			if !slices.Contains(validationKeywords, keyword) && !slices.Contains(editorKeywords, keyword) {
				t.Errorf("%s: unknown keyword %s", at, keyword)
			}
		}
		if s["$ref"] != nil && len(s) > 1 {
			t.Errorf("%s: a $ref hides the keywords next to it", at)
		}
		if s["pattern"] != nil && !strings.HasPrefix(textOf(s, "patternErrorMessage"), "Not a") {
			t.Errorf("%s: patternErrorMessage is %q", at, s["patternErrorMessage"])
		}
		if s["default"] != nil && s["examples"] != nil {
			t.Errorf("%s: editors insert no default that stands next to examples", at)
		}
		if s["type"] == nil && (s["minimum"] != nil || s["pattern"] != nil) {
			t.Errorf("%s: a limit without a type", at)
		}
		enum, _ := s["enum"].([]any)
		for _, keyword := range []string{"enumDescriptions", "markdownEnumDescriptions"} {
			if texts, _ := s[keyword].([]any); texts != nil && len(texts) != len(enum) {
				t.Errorf("%s: %d %s for %d values", at, len(texts), keyword, len(enum))
			}
		}
		required, _ := s["required"].([]any)
		for _, name := range required {
			if s["properties"].(map[string]any)[name.(string)] == nil {
				t.Errorf("%s: requires %s, which it does not have", at, name)
			}
		}
	})
}

// TestSchemaIsDocumented demands a title of every object and a description, in
// both forms, of every property.
func TestSchemaIsDocumented(t *testing.T) {
	data := schemaData(t)
	walkSchemas("", data, func(at string, s map[string]any) {
		isCondition := strings.HasSuffix(at, "/if") || strings.HasSuffix(at, "/then") || strings.HasSuffix(at, "/else")
		if s["additionalProperties"] != nil && !isCondition && (textOf(s, "title") == "" || textOf(s, "description") == "") {
			t.Errorf("%s: an object without title or description", at)
		}
		if strings.Contains(at, "/dependencies/") {
			return
		}
		properties, _ := s["properties"].(map[string]any)
		for name, property := range properties {
			p, _ := property.(map[string]any)
			if p == nil || p["$ref"] != nil || p["allOf"] != nil {
				continue
			}
			description, markdown := textOf(p, "description"), textOf(p, "markdownDescription")
			if !strings.HasSuffix(description, ".") || markdown == "" {
				t.Errorf("%s/%s: description %q, markdownDescription %q", at, name, description, markdown)
			}
			if _, ok := p["default"]; ok && p["const"] == nil && !strings.Contains(description, " Default: ") {
				t.Errorf("%s/%s: has a default, which its description does not tell", at, name)
			}
		}
	})
}

func textOf(s map[string]any, keyword string) string {
	text, _ := s[keyword].(string)
	return text
}

// TestSchemaExamples validates every default, example and snippet against the
// schema that it stands in.
func TestSchemaExamples(t *testing.T) {
	const address = "retrygen.schema.json"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(address, bytes.NewReader(JSON())); err != nil {
		t.Fatal(err)
	}
	checked := 0
	walkSchemas("", schemaData(t), func(at string, s map[string]any) {
		examples, _ := s["examples"].([]any)
		if value, ok := s["default"]; ok {
			examples = append(examples, value)
		}
		snippets, _ := s["defaultSnippets"].([]any)
		for _, snippet := range snippets {
			examples = append(examples, withoutPlaceholders(t, snippet.(map[string]any)["body"]))
		}
		if len(examples) == 0 || strings.HasSuffix(at, "/items") {
			return
		}
		compiled, err := compiler.Compile(address + "#" + at)
		if err != nil {
			t.Fatal(err)
		}
		for _, example := range examples {
			checked++
			if err := compiled.Validate(example); err != nil {
				t.Errorf("%s: %v: %v", at, example, err)
			}
		}
	})
	if checked < 50 {
		t.Errorf("only %d defaults, examples and snippets", checked)
	}
}

// withoutPlaceholders returns the body of a snippet with "${1:x}" made "x".
func withoutPlaceholders(t *testing.T, body any) any {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"1", "2"} {
		for {
			before, rest, ok := strings.Cut(string(text), "${"+n+":")
			if !ok {
				break
			}
			value, after, _ := strings.Cut(rest, "}")
			text = []byte(before + value + after)
		}
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		t.Fatal(err)
	}
	return plain
}

// TestSchemaAgreesWithDecoder compares the keys that the schema has with the
// keys that the decoder asks for, both ways: an accepted key that nobody reads
// would have no effect.
func TestSchemaAgreesWithDecoder(t *testing.T) {
	asked := make(map[string]map[string]bool)
	for _, c := range diagnosticsCases(t) {
		r := document.NewReader(c.path, c.data, "spec", prodigy.TagsAt)
		root := r.Read()
		if !root.Is(document.Mapping) {
			continue
		}
		l := newLoader(r, root)
		l.spec()
		for definition, names := range l.Asked() {
			if asked[definition] == nil {
				asked[definition] = make(map[string]bool)
			}
			maps.Copy(asked[definition], names)
		}
	}
	delete(asked["engines"], "sidekiq") // a spec has it; the decoder reads whichever engines the schema lets through
	data := schemaData(t)
	objects := maps.Clone(data["definitions"].(map[string]any))
	objects[""] = data
	for definition, object := range objects {
		properties, _ := object.(map[string]any)["properties"].(map[string]any)
		want := slices.Sorted(maps.Keys(properties))
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(asked[definition]))); diff != "" {
			t.Errorf("definition %q (-schema +decoder):\n%s", definition, diff)
		}
		for name := range properties {
			v := violation{path: []string{"definitions", definition, "additionalProperties"}}
			if message, _ := v.refusalOf(name); message != "" {
				t.Errorf("%s.%s is supported and refused", definition, name)
			}
		}
	}
	for definition := range asked {
		if objects[definition] == nil {
			t.Errorf("the schema has no definition %q", definition)
		}
	}
}

// TestSchemaLoadsNothing makes sure that a reference in the schema to anything
// that is not embedded fails instead of being fetched.
func TestSchemaLoadsNothing(t *testing.T) {
	walkSchemas("", schemaData(t), func(at string, s map[string]any) {
		if ref := textOf(s, "$ref"); ref != "" && !strings.HasPrefix(ref, "#/definitions/") {
			t.Errorf("%s refers to %s", at, ref)
		}
	})
	if _, err := loadDefinitions(); err != nil {
		t.Error(err)
	}
}
