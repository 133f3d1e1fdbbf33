package editors

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/schema"
)

// block is a mapping that a spec can have: where it stands, and what the
// schema says of it.
type block struct {
	path   []string // keys, and "-" for the item of a list
	schema map[string]any
}

// outline is the schema as a tree of blocks.
type outline struct {
	root   map[string]any
	blocks []block
	open   map[string]bool // definitions around the value that is walked
}

// blocks returns every mapping of the spec format, each once.
func blocks(t *testing.T) []block {
	t.Helper()
	var o outline
	if err := json.Unmarshal(schema.JSON(), &o.root); err != nil {
		t.Fatal(err)
	}
	o.walk(nil, o.root)
	if len(o.blocks) < 15 {
		t.Fatalf("only %d blocks in the schema", len(o.blocks))
	}
	return o.blocks
}

// refOf returns the definition that a schema refers to, or "".
func refOf(value any) string {
	s, _ := value.(map[string]any)
	ref, _ := s["$ref"].(string)
	return ref
}

// walk adds the blocks at and below path.
func (o *outline) walk(path []string, value any) {
	if ref := refOf(value); ref != "" {
		if o.open[ref] {
			return // a definition inside of itself
		}
		if o.open == nil {
			o.open = map[string]bool{}
		}
		o.open[ref] = true
		defer delete(o.open, ref)
	}
	s := o.resolve(value)
	if properties := propertiesOf(s); len(properties) > 0 && isClosed(s) {
		o.blocks = append(o.blocks, block{path: path, schema: s})
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			o.walk(append(slices.Clone(path), name), properties[name])
		}
	}
	if item, ok := s["items"].(map[string]any); ok {
		o.walk(append(slices.Clone(path), "-"), item)
	}
	if member, ok := s["additionalProperties"].(map[string]any); ok {
		o.walk(append(slices.Clone(path), "Name"), member)
	}
}

// isClosed reports whether a mapping can have no other keys than those of the
// schema.
func isClosed(s map[string]any) bool {
	if s["additionalProperties"] == false {
		return true
	}
	for _, branch := range branches(s) {
		if branch["additionalProperties"] == false {
			return true
		}
	}
	return false
}

// branches returns the schemas that hold for a mapping under some condition.
func branches(s map[string]any) []map[string]any {
	var found []map[string]any
	all, _ := s["allOf"].([]any)
	for _, one := range all {
		condition, _ := one.(map[string]any)
		for _, keyword := range []string{"then", "else"} {
			if branch, ok := condition[keyword].(map[string]any); ok {
				found = append(found, branch)
			}
		}
	}
	return found
}

// resolve follows references, also one in an allOf.
func (o *outline) resolve(value any) map[string]any {
	s, _ := value.(map[string]any)
	if all, _ := s["allOf"].([]any); len(all) == 1 && propertiesOf(s) == nil {
		return o.resolve(all[0])
	}
	ref, ok := s["$ref"].(string)
	if !ok {
		return s
	}
	definitions := o.root["definitions"].(map[string]any)
	return o.resolve(definitions[strings.TrimPrefix(ref, "#/definitions/")])
}

func propertiesOf(s map[string]any) map[string]any {
	properties, _ := s["properties"].(map[string]any)
	return properties
}

// name returns the path for messages.
func (b block) name() string { return "/" + strings.Join(b.path, "/") }

// keys returns the properties of the block that editors offer, or those that
// they only accept.
func (b block) keys(offered bool) []string {
	var keys []string
	for name, property := range propertiesOf(b.schema) {
		p, _ := property.(map[string]any)
		isOffered := p["doNotSuggest"] != true
		for _, branch := range branches(b.schema) {
			_, ok := propertiesOf(branch)[name].(map[string]any)
			isOffered = isOffered || ok
		}
		if isOffered == offered {
			keys = append(keys, name)
		}
	}
	slices.Sort(keys)
	return keys
}

// spec returns a YAML document that has line in the block, and nothing that is
// not needed to get there.
func (b block) spec(line string) string {
	var text strings.Builder
	indent, onItem := "", false
	for _, key := range b.path {
		if onItem {
			onItem = false
		} else {
			text.WriteString(indent)
		}
		indent += "  "
		if key == "-" {
			text.WriteString("- ")
			onItem = true
			continue
		}
		text.WriteString(key + ":\n")
	}
	if !onItem {
		text.WriteString(indent)
	}
	return text.String() + line + "\n"
}

// resolved follows a reference in the schema.
func resolved(t *testing.T, value any) map[string]any {
	t.Helper()
	var o outline
	if err := json.Unmarshal(schema.JSON(), &o.root); err != nil {
		t.Fatal(err)
	}
	return o.resolve(value)
}
