package editors

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/retrygen/retrygen/schema"
	"github.com/santhosh-tekuri/jsonschema/v5"
	"gopkg.in/yaml.v3"
)

// verdict is what ajv says of a value.
type verdict struct {
	Valid  bool     `json:"valid"`
	Errors []string `json:"errors"`
}

// TestValidatorsAgree has the corpus judged by ajv, in strict mode, and by the
// validator that retrygen is built with: a schema that means two things to two
// validators means a third to an editor.
func TestValidatorsAgree(t *testing.T) {
	compiled := jsonschema.MustCompileString("retrygen.schema.json", string(schema.JSON()))
	var parsed []spec
	var values []json.RawMessage
	for _, s := range corpus(t) {
		if value, ok := asJSON(s.data); ok {
			parsed, values = append(parsed, s), append(values, value)
		}
	}
	if len(parsed) < 150 {
		t.Fatalf("only %d specs of the corpus can be parsed", len(parsed))
	}
	var verdicts []verdict
	drive(t, ajv, map[string]any{"schema": newWorkspace(t).schema, "values": values}, &verdicts)
	if len(verdicts) != len(parsed) {
		t.Fatalf("%d verdicts on %d specs", len(verdicts), len(parsed))
	}
	valid := 0
	for i, v := range verdicts {
		err := compiled.Validate(decode(t, values[i]))
		if (err == nil) != v.Valid {
			t.Errorf("%s: ajv: valid is %v %q; jsonschema: %v", parsed[i].name, v.Valid, v.Errors, err)
		}
		if !parsed[i].found.HasErrors() && !v.Valid && beyondEditors[parsed[i].name] == "" {
			t.Errorf("%s: loads without errors, and ajv refuses it: %q", parsed[i].name, v.Errors)
		}
		if v.Valid {
			valid++
		}
	}
	t.Logf("the validators agree on %d specs, of which %d are valid", len(parsed), valid)
	if valid == 0 || valid == len(parsed) {
		t.Errorf("%d of %d specs are valid: there is nothing to agree on", valid, len(parsed))
	}
}

// asJSON returns a YAML or JSON document as JSON, if it can be parsed and JSON
// has all of its values.
func asJSON(data []byte) (json.RawMessage, bool) {
	var value any
	if err := yaml.Unmarshal(data, &value); err != nil {
		return nil, false
	}
	text, err := json.Marshal(value)
	return text, err == nil
}

// decode reads JSON and keeps the digits of its numbers.
func decode(t *testing.T, text []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
