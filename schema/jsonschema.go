package schema

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/retrygen/retrygen/schema/internal/conform"
)

//go:embed retrygen.schema.json
var schemaText []byte

// JSON returns the JSON Schema (draft 7) of spec files, for editors and other
// tools. The caller may change the bytes.
func JSON() []byte { return slices.Clone(schemaText) }

// rulesText is the JSON Schema without what only readers and editors need: a
// sixth of it, so that reading it costs a run a quarter of a millisecond.
//
//go:embed retrygen.rules.json
var rulesText []byte

// loadRules reads the embedded rules, once.
var loadRules = sync.OnceValues(func() (*conform.Schema, error) { return conform.New(rulesText) })

// definitions is the JSON Schema as plain data, in which a finding looks up the
// texts and limits around the keyword that failed.
type definitions struct{ data map[string]any }

// loadDefinitions reads the embedded schema, once.
var loadDefinitions = sync.OnceValues(func() (*definitions, error) {
	d := new(definitions)
	if err := json.Unmarshal(schemaText, &d.data); err != nil {
		return nil, fmt.Errorf("embedded JSON Schema: %w", err)
	}
	return d, nil
})

// lookup returns the schema around the keyword at a location such as
// "/definitions/policy/not", and the tokens of the location.
func (d *definitions) lookup(location string) (map[string]any, []string) {
	tokens := strings.Split(strings.TrimPrefix(location, "/"), "/")
	var around any = d.data
	for _, token := range tokens[:len(tokens)-1] {
		around = child(around, token)
	}
	schema, _ := around.(map[string]any)
	return schema, tokens
}

// child returns the member or the item of a value of the schema.
func child(value any, token string) any {
	switch value := value.(type) {
	case map[string]any:
		return value[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
	case []any:
		if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(value) {
			return value[i]
		}
	}
	return nil
}

// plain returns n as the values that the validator knows.
func plain(n *node) any {
	switch n.kind {
	case boolean:
		return n.text == "true"
	case number:
		return plainNumber(n.text)
	case text:
		return n.text
	case list:
		items := make([]any, len(n.items))
		for i, item := range n.items {
			items[i] = plain(item)
		}
		return items
	case mapping:
		members := make(map[string]any, len(n.members))
		for _, m := range n.members {
			members[m.name] = plain(m.value)
		}
		return members
	default:
		return nil
	}
}

// plainNumber keeps the digits of a number. A spelling that was refused
// before becomes 0, since the validator fails on infinite and huge numbers.
func plainNumber(digits string) any {
	if len(digits) > maxNumber || !plainDecimal().MatchString(digits) {
		return json.Number("0")
	}
	return json.Number(digits)
}
