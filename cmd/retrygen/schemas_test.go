package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// outputs are commands that print JSON, by the schema in docs/schemas.
var outputs = map[string][][]string{
	"findings": {
		{"vet", "--format", "json", "../../testdata/diagnostics/..."},
		{"check", "--format", "json", "../../testdata/diagnostics/output-absolute.retry.yaml"},
	},
	"changes": {
		{"diff", "--format", "json", "../../testdata/golden/guards/guards.retry.yaml", "../../testdata/golden/ownbackoff/ownbackoff.retry.yaml"},
	},
	"explanation": {
		{"explain", "--format", "json", "--deadline", "2s", "--failure-rate", "0.1", "--outage", "5s", "../../testdata/golden/..."},
		{"explain", "--format", "json", "testdata/schemas.retry.yaml"},
	},
	"simulation": simulations,
}

// TestOutputsFollowTheirSchemas validates what commands print about the specs of
// this repository, and looks for keys that no output has: they would be stale.
func TestOutputsFollowTheirSchemas(t *testing.T) {
	outputs := maps.Clone(outputs)
	for _, target := range []string{"exosphere", "prodigy", "temporal", "grpc-service-config", "step-functions"} {
		for _, policy := range []string{"charge", "default"} {
			outputs["report"] = append(outputs["report"], []string{"export", "--format", "json", "--to", target, "testdata/schemas.retry.yaml", policy})
		}
	}
	for name, commands := range outputs {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("..", "..", "docs", "schemas", name+".schema.json")
			compiled := jsonschema.MustCompile(file)
			seen := map[string]bool{}
			for _, args := range commands {
				validateOutput(t, compiled, args, seen)
			}
			for _, key := range declaredKeys(compiled) {
				if !seen[key] {
					t.Errorf("no output has the key %s", key)
				}
			}
		})
	}
}

// validateOutput validates what a command prints, and adds its keys to seen.
func validateOutput(t *testing.T, schema *jsonschema.Schema, args []string, seen map[string]bool) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(args, strings.NewReader(""), &stdout, &stderr)
	text := stdout.Bytes()
	if stdout.Len() == 0 || args[0] == "export" {
		text = stderr.Bytes() // stdout is for what is asked for, the text of a policy
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatalf("%q: exit code %d: %v\n%.500s%.500s", args, code, err, stdout.Bytes(), stderr.Bytes())
	}
	if err := schema.Validate(document); err != nil {
		t.Errorf("%q: %#v", args, err)
	}
	addKeys(document, seen)
}

func addKeys(value any, seen map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			seen[key] = true
			addKeys(member, seen)
		}
	case []any:
		for _, item := range value {
			addKeys(item, seen)
		}
	}
}

// declaredKeys returns the keys of a schema and of those in it, sorted.
func declaredKeys(schema *jsonschema.Schema) []string {
	found := map[string]bool{}
	var walk func(s *jsonschema.Schema)
	walk = func(s *jsonschema.Schema) {
		if s == nil {
			return
		}
		for key, property := range s.Properties {
			found[key] = true
			walk(property)
		}
		items, _ := s.Items.(*jsonschema.Schema)
		for _, next := range append(slices.Clone(s.AllOf), s.Ref, s.Items2020, items) {
			walk(next)
		}
	}
	walk(schema)
	return slices.Sorted(maps.Keys(found))
}

// TestSchemasAreVersioned: each has the version that the outputs print.
func TestSchemasAreVersioned(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "schemas", "*.schema.json"))
	if err != nil || len(files) < len(outputs)+1 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		version := jsonschema.MustCompile(file).Properties["version"]
		if version == nil || fmt.Sprint(version.Constant) != "[1]" {
			t.Errorf("%s does not demand version 1", file)
		}
	}
}
