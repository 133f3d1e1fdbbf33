package conform

import (
	"encoding/json"
	"slices"
)

// checker collects the violations in a value.
type checker struct {
	schema *Schema
	found  []Violation
}

// fail notes that a value does not satisfy a keyword of the schema at a
// location.
func (c *checker) fail(at, keyword, instance string) {
	c.found = append(c.found, Violation{instance, at + keyword})
}

// check checks a value against the schema at a location.
func (c *checker) check(schema any, at string, value any, instance string) {
	switch s := schema.(type) {
	case bool:
		if !s {
			c.fail(at, "", instance)
		}
	case map[string]any:
		if reference, ok := s["$ref"].(string); ok { // hides what stands beside it
			target, at := c.schema.resolve(reference)
			c.check(target, at, value, instance)
			return
		}
		c.checkKeywords(s, at, value, instance)
	}
}

// checkKeywords checks a value against the keywords of a schema. Nothing more
// is said about a value of another type.
func (c *checker) checkKeywords(s map[string]any, at string, value any, instance string) {
	if !hasType(s["type"], value) {
		c.fail(at, "/type", instance)
		return
	}
	if want, ok := s["const"]; ok && !isEqual(value, want) {
		c.fail(at, "/const", instance)
	}
	if list, ok := s["enum"].([]any); ok && !slices.ContainsFunc(list, func(want any) bool { return isEqual(value, want) }) {
		c.fail(at, "/enum", instance)
	}
	if condition, ok := s["if"]; ok {
		c.checkIf(condition, s, at, value, instance)
	}
	switch value := value.(type) {
	case map[string]any:
		c.checkObject(s, at, value, instance)
	case []any:
		c.checkArray(s, at, value, instance)
	case string:
		c.checkString(s, at, value, instance)
	case json.Number:
		c.checkNumber(s, at, value, instance)
	}
}

// checkIf checks a value against "then" or "else".
func (c *checker) checkIf(condition any, s map[string]any, at string, value any, instance string) {
	trial := checker{schema: c.schema}
	trial.check(condition, at+"/if", value, instance)
	branch := "then"
	if len(trial.found) > 0 {
		branch = "else"
	}
	if next, ok := s[branch]; ok {
		c.check(next, at+"/"+branch, value, instance)
	}
}
