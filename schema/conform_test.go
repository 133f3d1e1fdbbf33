package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema/internal/conform"
)

// library compiles a JSON Schema with a library for all of them.
func library(t testing.TB, text []byte) *jsonschema.Schema {
	t.Helper()
	const address = "retrygen.schema.json"
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft7
	if err := compiler.AddResource(address, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile(address)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// compare demands of the checker what the library finds, and returns how much
// that is.
func compare(t testing.TB, compiled *jsonschema.Schema, rules *conform.Schema, value any) int {
	t.Helper()
	var got []string
	for _, v := range rules.Check(value) {
		got = append(got, v.Instance+" "+v.Keyword)
	}
	slices.Sort(got)
	want := libraryViolations(t, compiled, value)
	if diff := cmp.Diff(want, got); diff != "" {
		text, _ := json.Marshal(value)
		t.Fatalf("%s (-library +conform):\n%s", text, diff)
	}
	return len(want)
}

// libraryViolations returns what a library for JSON Schema finds, as "instance keyword".
func libraryViolations(t testing.TB, compiled *jsonschema.Schema, value any) []string {
	t.Helper()
	err := compiled.Validate(value)
	if err == nil {
		return nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var found []string
	var visit func(e *jsonschema.ValidationError)
	visit = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			_, keyword, _ := strings.Cut(e.AbsoluteKeywordLocation, "#")
			found = append(found, unescape(t, e.InstanceLocation)+" "+unescape(t, keyword))
		}
		for _, cause := range e.Causes {
			visit(cause)
		}
	}
	visit(invalid)
	slices.Sort(found)
	return found
}

func unescape(t testing.TB, text string) string {
	t.Helper()
	plain, err := url.PathUnescape(text)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// mutants calls visit for a value, and for it with one part after the other
// replaced, removed or added.
func mutants(value any, visit func()) {
	odd := []any{nil, true, "", "odd ~ /", "1s", json.Number("0"), json.Number("-1.5"), json.Number("7"), []any{}, []any{"x", "y", "z", "w"}, map[string]any{}, map[string]any{"type": "x", "a/b~c": json.Number("1")}}
	each := func(set func(any), old any) {
		for _, replacement := range odd {
			set(replacement)
			visit()
		}
		set(old)
		mutants(old, visit)
	}
	switch value := value.(type) {
	case map[string]any:
		for name, old := range value {
			each(func(v any) { value[name] = v }, old)
			delete(value, name)
			visit()
			value[name] = old
		}
		for _, extra := range []string{"surplus", "a b", "policy", "http", "prodigy"} {
			if _, has := value[extra]; !has {
				value[extra] = "x"
				visit()
				delete(value, extra)
			}
		}
	case []any:
		for i, old := range value {
			each(func(v any) { value[i] = v }, old)
		}
	}
}

// TestConform compares the violations in many specs, nearly all of them wrong,
// with those that a library for JSON Schema finds.
func TestConform(t *testing.T) {
	compiled := library(t, JSON())
	rules, err := loadRules()
	if err != nil {
		t.Fatal(err)
	}
	compared, wrong := 0, 0
	for _, name := range specFiles(t) {
		value, ok := plainSpec(t, name)
		if !ok {
			continue
		}
		check := func() {
			compared++
			if compare(t, compiled, rules, value) > 0 {
				wrong++
			}
		}
		check()
		turn, limit := 0, compared+60
		mutants(value, func() {
			if turn++; turn%5 == 0 && compared < limit { // all of them take minutes
				check()
			}
		})
	}
	if compared < 2000 || wrong < compared/2 {
		t.Errorf("only %d values, %d of them wrong", compared, wrong)
	}
}

// plainSpec returns the tree of a spec, if it is one.
func plainSpec(t testing.TB, name string) (any, bool) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return plainText(name, data)
}

// plainText returns the tree of the text of a spec, if it is one.
func plainText(name string, data []byte) (any, bool) {
	r := &reader{Report: new(finding.Report), name: name, data: data}
	root := r.read()
	if root == nil {
		return nil, false
	}
	return plain(root), true
}

// FuzzConform compares the violations in any text with those that the library
// finds.
func FuzzConform(f *testing.F) {
	for _, name := range specFiles(f) {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, strings.HasSuffix(name, ".json"))
	}
	compiled := library(f, JSON())
	rules, err := loadRules()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, isJSON bool) {
		name := "x.yaml"
		if isJSON {
			name = "x.json"
		}
		if value, ok := plainText(name, data); ok {
			compare(t, compiled, rules, value)
		}
	})
}

// specFiles returns all specs of the tests.
func specFiles(t testing.TB) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"../testdata/golden/*/*.retry.*", "../testdata/diagnostics/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		names = append(names, found...)
	}
	return names
}
