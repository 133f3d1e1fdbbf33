package schema

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/schema/internal/conform"
)

// keywordCases are schemas with one keyword each, and values of which the first
// satisfies it and the others do not.
var keywordCases = map[string]struct {
	schema string
	values []string
}{
	"$ref":                 {`{"definitions": {"a": {"type": "string"}}, "$ref": "#/definitions/a"}`, []string{`"x"`, `1`}},
	"type":                 {`{"type": ["integer", "null"]}`, []string{`1.0`, `1.5`, `"1"`, `true`, `[]`, `{}`}},
	"const":                {`{"const": 1}`, []string{`1.0`, `2`, `"1"`, `true`, `{}`}},
	"enum":                 {`{"enum": ["a", null, false]}`, []string{`"a"`, `"b"`, `true`, `[]`, `{}`}},
	"if":                   {`{"if": {"type": "string"}, "then": {"const": "a"}}`, []string{`"a"`, `"b"`}},
	"then":                 {`{"if": {"minimum": 3}, "then": {"maximum": 5}}`, []string{`4`, `6`}},
	"else":                 {`{"if": {"minimum": 3}, "else": {"const": 1}}`, []string{`1`, `2`}},
	"definitions":          {`{"definitions": {"a": {"items": {"$ref": "#/definitions/a"}, "type": "array"}}, "items": {"$ref": "#/definitions/a"}}`, []string{`[[[]]]`, `[[1]]`, `["x", [[[2]]]]`}},
	"properties":           {`{"properties": {"a/b~c": {"type": "string"}}}`, []string{`{"a/b~c": "x", "d": 1}`, `{"a/b~c": 1}`}},
	"additionalProperties": {`{"properties": {"a": {}}, "additionalProperties": false}`, []string{`{"a": 1}`, `{"b": 1, "c": 2}`}},
	"propertyNames":        {`{"propertyNames": {"pattern": "^a"}}`, []string{`{"ab": 1}`, `{"b": 1, "c": 2}`}},
	"required":             {`{"required": ["a", "b"]}`, []string{`{"a": 1, "b": null}`, `{"b": 1}`, `{}`}},
	"dependencies":         {`{"dependencies": {"a": ["b", "c"], "d": {"properties": {"e": false}}}}`, []string{`{"a": 1, "b": 1, "c": 1}`, `{"a": 1}`, `{"d": 1, "e": 1}`}},
	"minProperties":        {`{"minProperties": 1}`, []string{`{"a": 1}`, `{}`}},
	"items":                {`{"items": [{"type": "string"}, {"type": "null"}]}`, []string{`["x", null, 1]`, `[1, 2]`}},
	"additionalItems":      {`{"items": [{}], "additionalItems": {"type": "string"}}`, []string{`[1, "x"]`, `[1, 2, "x", 3]`}},
	"minItems":             {`{"minItems": 2}`, []string{`[1, 2]`, `[1]`}},
	"maxItems":             {`{"items": [{}], "additionalItems": false, "maxItems": 2}`, []string{`[1]`, `[1, 2]`, `[1, 2, 3]`}},
	"pattern":              {`{"pattern": "^a+$"}`, []string{`"aa"`, `"ab"`}},
	"minLength":            {`{"minLength": 2}`, []string{`"äö"`, `"ä"`}},
	"minimum":              {`{"minimum": 0.1}`, []string{`0.2`, `0.09999999999999999999999`, `-1`}},
	"maximum":              {`{"maximum": 9007199254740992}`, []string{`9007199254740992`, `9007199254740993`}},
	"exclusiveMinimum":     {`{"exclusiveMinimum": 0}`, []string{`0.0000000000000000000001`, `0`}},
	"exclusiveMaximum":     {`{"exclusiveMaximum": 1}`, []string{`0.99999999999999999999`, `1.0`}},
}

// TestConformKeywords compares the checker with the library keyword by keyword,
// also those that the JSON Schema has only in harmless places.
func TestConformKeywords(t *testing.T) {
	for _, keyword := range conform.Keywords {
		c, ok := keywordCases[keyword]
		if !ok {
			t.Errorf("%s has no case", keyword)
			continue
		}
		compiled := library(t, []byte(c.schema))
		rules, err := conform.New([]byte(c.schema))
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range c.values {
			decoder := json.NewDecoder(strings.NewReader(text))
			decoder.UseNumber()
			var value any
			if err := decoder.Decode(&value); err != nil {
				t.Fatal(err)
			}
			if found := compare(t, compiled, rules, value); (i > 0) != (found > 0) {
				t.Errorf("%s: %s has %d violations", keyword, text, found)
			}
		}
	}
}
