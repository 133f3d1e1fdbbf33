package schema

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// TestReference holds docs/reference.md to the JSON Schema, whose words it has:
// those that editors show.
func TestReference(t *testing.T) {
	root, diagnostics := document.ReadFile("retrygen.schema.json", schemaText, "schema", nil)
	if len(diagnostics) > 0 {
		t.Fatal(diagnostics)
	}
	r := reference{root: root}
	r.write()
	name := filepath.Join("..", "docs", "reference.md")
	if *update {
		if err := os.WriteFile(name, []byte(r.text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(page), r.text.String()); diff != "" {
		t.Errorf("run go test ./schema -run Reference -update (-page +schema):\n%s", diff)
	}
}

// reference is the page of all keys.
type reference struct {
	root *document.Node
	text strings.Builder
}

func (r *reference) write() {
	r.text.WriteString("# Reference of keys\n\n" +
		"Every key of a spec, in the words that editors show. This page is made from the JSON Schema, which `retrygen schema`\n" +
		"prints. [The spec](spec.md) introduces them with an example.\n")
	r.section("Spec", r.root)
	for _, m := range r.root.Get("definitions").Members() {
		if m.Value.Has("properties") {
			r.section(r.title(m), m.Value)
		}
	}
}

// title returns the heading of a definition, with the dialect that it is a part of.
func (r *reference) title(m document.Member) string {
	title := m.Value.Get("title").Text()
	for _, d := range dialect.All() {
		if strings.HasPrefix(m.Name, d.Name()) && m.Name != d.Name() {
			return title + " of " + d.System()
		}
	}
	return title
}

// section writes the keys of a mapping.
func (r *reference) section(title string, schema *document.Node) {
	fmt.Fprintf(&r.text, "\n## %s\n\n", title)
	if words := words(schema); words != "" {
		fmt.Fprintf(&r.text, "%s\n\n", words)
	}
	required := listed(schema.Get("required"))
	r.text.WriteString("| key | value | default | |\n|---|---|---|---|\n")
	for _, m := range schema.Get("properties").Members() {
		if isSecondSpelling(schema, m.Name) {
			continue
		}
		key := "`" + m.Name + "`"
		if second := camelCase(m.Name); second != m.Name && isSecondSpelling(schema, second) {
			key += ", `" + second + "`"
		}
		if slices.Contains(required, m.Name) {
			key += " (required)"
		}
		value := r.resolved(m.Value)
		fmt.Fprintf(&r.text, "| %s | %s | %s | %s |\n", key, r.value(m.Value), cell(code(value.Get("default"))), cell(words(value)+choices(value)))
	}
}

// isSecondSpelling reports whether a key is the camelCase spelling of another.
func isSecondSpelling(schema *document.Node, name string) bool {
	return slices.ContainsFunc(schema.Get("properties").Names(), func(other string) bool {
		return other != name && camelCase(other) == name
	})
}

func camelCase(name string) string {
	parts := strings.Split(name, "_")
	for i := range parts[1:] {
		if parts[i+1] != "" {
			parts[i+1] = strings.ToUpper(parts[i+1][:1]) + parts[i+1][1:]
		}
	}
	return strings.Join(parts, "")
}

// resolved returns the schema that a schema without words refers to, or itself.
func (r *reference) resolved(schema *document.Node) *document.Node {
	if words(schema) == "" {
		if target := r.target(schema); target != nil {
			return r.resolved(target)
		}
	}
	return schema
}

// target returns what a schema refers to, alone or first of all, or nil.
func (r *reference) target(schema *document.Node) *document.Node {
	ref := schema.Get("$ref")
	if all := schema.Get("allOf").Items(); ref == nil && len(all) > 0 {
		ref = all[0].Get("$ref")
	}
	if ref == nil {
		return nil
	}
	return r.root.Find(finding.Pointer(strings.TrimPrefix(ref.Text(), "#")))
}

// value describes the values of a schema, with a link to their section.
func (r *reference) value(schema *document.Node) string {
	if target := r.target(schema); target != nil {
		if target.Has("properties") {
			title := r.title(document.Member{Name: string(target.Pointer()[len("/definitions/"):]), Value: target})
			return fmt.Sprintf("[%s](#%s)", title, strings.ToLower(strings.ReplaceAll(title, " ", "-")))
		}
		return r.value(target)
	}
	types := listed(schema.Get("type"))
	isListToo := len(types) > 1 && slices.Contains(types, "array")
	if isListToo {
		types = slices.DeleteFunc(types, func(name string) bool { return name == "array" })
	}
	for i, name := range types {
		types[i] = r.typeName(name, schema)
	}
	if isListToo {
		types = append(types, "a list of these")
	}
	return strings.Join(types, " or ")
}

// typeName describes the values of one type.
func (r *reference) typeName(name string, schema *document.Node) string {
	switch name {
	case "array":
		if items := schema.Get("items"); items.Is(document.Mapping) {
			return "list of " + strings.ReplaceAll(r.value(items), " or ", ", ")
		}
		return "list"
	case "object":
		if values := schema.Get("additionalProperties"); values.Is(document.Mapping) {
			return "mapping of names to " + r.value(values)
		}
		return "mapping"
	case "integer", "number":
		return map[string]string{"integer": "whole number", "number": "number"}[name] + limits(schema)
	case "string":
		return "text"
	case "boolean":
		return "true or false"
	default:
		return name
	}
}

// limits describes the bounds of a number.
func limits(schema *document.Node) string {
	least, above, most := schema.Get("minimum"), schema.Get("exclusiveMinimum"), schema.Get("maximum")
	switch {
	case least != nil && most != nil:
		return " from " + least.Text() + " to " + most.Text()
	case least != nil:
		return " from " + least.Text()
	case above != nil && most != nil:
		return " above " + above.Text() + ", to " + most.Text()
	case above != nil:
		return " above " + above.Text()
	case most != nil:
		return " to " + most.Text()
	default:
		return ""
	}
}

// choices describes the values of an enumeration.
func choices(schema *document.Node) string {
	var text strings.Builder
	descriptions := schema.Get("markdownEnumDescriptions").Items()
	for i, value := range schema.Get("enum").Items() {
		fmt.Fprintf(&text, "<br>%s", code(value))
		if i < len(descriptions) {
			text.WriteString(": " + descriptions[i].Text())
		}
	}
	return text.String()
}

// words returns what editors show about a schema.
func words(schema *document.Node) string {
	if text := schema.Get("markdownDescription"); text != nil {
		return text.Text()
	}
	return schema.Get("description").Text()
}

// listed returns a text, or the texts of a list.
func listed(n *document.Node) []string {
	if n.Is(document.Text) {
		return []string{n.Text()}
	}
	var texts []string
	for _, item := range n.Items() {
		texts = append(texts, item.Text())
	}
	return texts
}

// code returns a value as code, or nothing.
func code(n *document.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Is(document.List):
		return "`[" + strings.Join(listed(n), ", ") + "]`"
	case n.Text() == "":
		return "`" + n.Describe() + "`"
	default:
		return "`" + n.Text() + "`"
	}
}

// cell returns a text for a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
}
