// Package conform checks values against a JSON Schema of draft 7: those of its
// keywords that retrygen's own schema uses. It is here because it starts at
// once, whereas a library for any schema compiles those of all drafts whenever
// a program starts that has it. Tests hold it equal to such a library.
package conform

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Keywords are the keywords that [Schema.Check] knows. All others in a schema
// have no effect.
var Keywords = []string{
	"$ref", "definitions",
	"type", "const", "enum", "if", "then", "else",
	"properties", "additionalProperties", "propertyNames", "required", "dependencies", "minProperties",
	"items", "additionalItems", "minItems", "maxItems",
	"pattern", "minLength",
	"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
}

// Violation is a keyword that a value does not satisfy.
type Violation struct {
	// Instance is the JSON pointer of the value, or of the key that is wrong.
	Instance string
	// Keyword is the JSON pointer of the keyword in the schema, behind any
	// reference.
	Keyword string
}

// Schema is a schema that values are checked against. It is safe for concurrent
// use.
type Schema struct {
	root any
	// patterns are the regular expressions met so far, compiled, by their text.
	patterns sync.Map
}

// New returns the schema that a JSON text holds. Its references have to be to
// itself, and its regular expressions have to be those of Go.
func New(text []byte) (*Schema, error) {
	s := new(Schema)
	if err := json.Unmarshal(text, &s.root); err != nil {
		return nil, fmt.Errorf("read the JSON Schema: %w", err)
	}
	return s, nil
}

// Check returns the violations in a value, which consists of what
// encoding/json decodes to, with numbers as [json.Number]. They are sorted by
// instance and keyword.
func (s *Schema) Check(value any) []Violation {
	c := checker{schema: s}
	c.check(s.root, "", value, "")
	slices.SortFunc(c.found, func(a, b Violation) int {
		return strings.Compare(a.Instance+" "+a.Keyword, b.Instance+" "+b.Keyword)
	})
	return c.found
}

// resolve returns the schema that a reference within the schema names, and its
// location.
func (s *Schema) resolve(reference string) (schema any, at string) {
	at = strings.TrimPrefix(reference, "#")
	schema = s.root
	for token := range strings.SplitSeq(strings.TrimPrefix(at, "/"), "/") {
		members, _ := schema.(map[string]any)
		schema = members[token]
	}
	return schema, at
}

// matches reports whether a text matches a regular expression of the schema.
func (s *Schema) matches(expression, text string) bool {
	compiled, ok := s.patterns.Load(expression)
	if !ok {
		compiled, _ = s.patterns.LoadOrStore(expression, regexp.MustCompile(expression))
	}
	return compiled.(*regexp.Regexp).MatchString(text)
}
