package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/document"
)

// readBlock returns a source that takes the whole of a file as a block of
// Exosphere's, and notes what it is asked for.
func readBlock(text string, asked *[]From) Source {
	return func(from From) (*Foreign, Diagnostics) {
		if asked != nil {
			*asked = append(*asked, from)
		}
		root, found := ReadForeign("graph.json", []byte(text))
		if root == nil {
			return nil, found
		}
		return &Foreign{Members: []document.Member{
			{Name: "description", Value: root.TextAt("as there")},
			{Name: "exosphere", Value: root.Get("retry_policy")},
			{Name: "quota"}, // not there
		}}, found
	}
}

func TestLoadFrom(t *testing.T) {
	var asked []From
	const text = `version: 1
policies:
  a: {from: x/graph.json, dialect: exosphere}
  b: {description: as here, from: {file: graph.json, pointer: /p}}
`
	spec, found := LoadFrom("s.retry.yaml", []byte(text), readBlock("{\n \"retry_policy\": {\"max_retries\": 9}}", &asked))
	if len(found) > 0 {
		t.Fatal(found)
	}
	want := []From{{File: "x/graph.json", Dialect: "exosphere"}, {File: "graph.json", Pointer: "/p"}}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
	for i, description := range []string{"as there", "as here"} {
		p := spec.Policies[i]
		if p.Description != description || p.Quota != nil {
			t.Errorf("%s: description %q, quota %v", p.Name, p.Description, p.Quota)
		}
		if diff := cmp.Diff(&Exosphere{MaxRetries: 9, Strategy: "EXPONENTIAL", BackoffFactor: 2000, Exponent: 2, MaxDelay: nil}, p.Dialect); diff != "" {
			t.Errorf("%s (-want +got):\n%s", p.Name, diff)
		}
	}
	for p, want := range map[Pointer]string{
		"/policies/a/exosphere/max_retries": "graph.json:2:34",
		"/policies/a/from":                  "s.retry.yaml:3:13",
		"/policies/a":                       "s.retry.yaml:3:6",
	} {
		if got := spec.Position(p).String(); got != want {
			t.Errorf("%s is at %s, want %s", p, got, want)
		}
	}
}

// TestLoadFromFindings checks the places of findings about other files, and
// that what was refused there is not reported again.
func TestLoadFromFindings(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{`{"retry_policy": {"max_retries": -1, "x": 1}}`, "graph.json:1:34 /retry_policy/max_retries RG104\ngraph.json:1:38 /retry_policy/x RG101\n"},
		{`{"retry_policy": {"max_retries": 1e3}}`, "graph.json:1:34 /retry_policy/max_retries RG123\n"},
		{`{"retry_policy": 7}`, "graph.json:1:18 /retry_policy RG103\n"},
		{`{"other": {}}`, "s.retry.yaml:1:25 /policies/p RG108\n"},
		{`{`, "graph.json:1:1  RG121\n"},
	} {
		_, found := LoadFrom("s.retry.yaml", []byte("{version: 1, policies: {p: {from: graph.json}}}"), readBlock(test.file, nil))
		var got strings.Builder
		for _, d := range found {
			fmt.Fprintln(&got, d.Pos, d.Pointer, d.Rule)
		}
		if diff := cmp.Diff(test.want, got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.file, diff)
		}
	}
}

// TestFromIsBounded reads a policy that is larger than a spec may be, by way of
// many references to one file.
func TestFromIsBounded(t *testing.T) {
	var text strings.Builder
	text.WriteString("version: 1\npolicies:\n")
	for i := range 500 {
		fmt.Fprintf(&text, "  p%d: {from: graph.json}\n", i)
	}
	file := `{"retry_policy": {"x": [` + strings.Repeat("1,", 400) + `1]}}`
	spec, found := LoadFrom("s.retry.yaml", []byte(text.String()), readBlock(file, nil))
	limits := 0
	for _, d := range found {
		if d.Rule == document.Limit.ID {
			limits++
		}
	}
	if limits != 1 {
		t.Errorf("spec %v, findings %v", spec != nil, []Diagnostic(found))
	}
}
