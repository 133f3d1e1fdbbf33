package schema

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

//go:embed retrygen.schema.json
var schemaText []byte

// JSON returns the JSON Schema (draft 7) of spec files, for editors and other
// tools. The caller may change the bytes.
func JSON() []byte { return slices.Clone(schemaText) }

// definitions is the JSON Schema twice: compiled, and as plain data, in which
// a finding looks up the texts and limits around the keyword that failed.
type definitions struct {
	compiled *jsonschema.Schema
	data     map[string]any
}

// loadDefinitions reads the embedded schema, once, and nothing else: no file
// and no address that it could name is ever opened.
var loadDefinitions = sync.OnceValues(func() (*definitions, error) {
	d := new(definitions)
	if err := json.Unmarshal(schemaText, &d.data); err != nil {
		return nil, fmt.Errorf("embedded JSON Schema: %w", err)
	}
	const address = "retrygen.schema.json"
	compiler := jsonschema.NewCompiler()
	compiler.LoadURL = func(address string) (io.ReadCloser, error) {
		return nil, fmt.Errorf("%s is not embedded", address)
	}
	if err := compiler.AddResource(address, bytes.NewReader(schemaText)); err != nil {
		return nil, fmt.Errorf("embedded JSON Schema: %w", err)
	}
	compiled, err := compiler.Compile(address)
	if err != nil {
		return nil, fmt.Errorf("embedded JSON Schema: %w", err)
	}
	d.compiled = compiled
	return d, nil
})

// lookup returns the schema around the keyword at a location such as
// "…#/definitions/policy/not", and the tokens of the location.
func (d *definitions) lookup(location string) (map[string]any, []string) {
	_, fragment, _ := strings.Cut(location, "#")
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	tokens := strings.Split(strings.TrimPrefix(fragment, "/"), "/")
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
	if len(digits) > maxNumber || !plainDecimal.MatchString(digits) {
		return json.Number("0")
	}
	return json.Number(digits)
}
