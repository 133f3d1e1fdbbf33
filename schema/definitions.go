package schema

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
)

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
func (d *definitions) lookup(location Pointer) (map[string]any, []string) {
	tokens := location.Tokens()
	return d.at(tokens[:len(tokens)-1]), tokens
}

// at returns the schema, or the mapping of schemas, that the tokens lead to.
func (d *definitions) at(tokens []string) map[string]any {
	var value any = d.data
	for _, token := range tokens {
		value = child(value, token)
	}
	schema, _ := value.(map[string]any)
	return schema
}

// child returns the member or the item of a value of the schema.
func child(value any, token string) any {
	switch value := value.(type) {
	case map[string]any:
		return value[token]
	case []any:
		if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(value) {
			return value[i]
		}
	}
	return nil
}

// brokenKeyword is a keyword that a value does not satisfy.
type brokenKeyword struct {
	instance Pointer // of the value, or of the key that is wrong
	keyword  Pointer // of the keyword in the JSON Schema, behind any reference
}

//go:embed retrygen.schema.json
var schemaText []byte

// JSON returns the JSON Schema (draft 7) of spec files, for editors and other
// tools. The caller may change the bytes.
func JSON() []byte { return slices.Clone(schemaText) }
