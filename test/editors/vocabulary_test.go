package editors

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/schema"
)

// program is a package with a spec, whose schema has the names of both.
var program = map[string]string{
	"go.mod": "module app.test\n\ngo 1.25\n",
	"app.go": `package app

import (
	"context"
	"errors"
)

type Gateway interface {
	Charge(ctx context.Context, amount int) error
	Refund(ctx context.Context) error
	Bank(country string) Bank
}

type Bank interface {
	Pay(ctx context.Context) error
	Branch() Bank
}

var ErrDeclined = errors.New("declined")

type ValidationError struct{}

func (*ValidationError) Error() string { return "" }
`,
	"pay.retry.yaml": namedSpec,
}

const namedSpec = `# yaml-language-server: $schema=pay.schema.json
version: 1
policies:
  charge:
    exosphere: {}
    errors:
      stop:
        - ErrDeclined
  lookup:
    httpx: {}
clients:
  RetryingGateway:
    wraps: Gateway
    policy: charge
    methods:
      Refund: lookup
`

// namedWorkspace returns the directory of the program, with the schema of its
// spec.
func namedWorkspace(t *testing.T) workspace {
	t.Helper()
	dir := t.TempDir()
	for name, text := range program {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	spec, found := schema.Load(filepath.Join(dir, "pay.retry.yaml"), []byte(namedSpec))
	if found.HasErrors() {
		t.Fatal(found)
	}
	names, err := generator.Vocabularies(t.Context(), []*schema.Spec{spec})
	if err != nil {
		t.Fatal(err)
	}
	text, err := schema.JSONFor("pay.retry.yaml", names[0])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "pay.schema.json")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return workspace{dir: dir, schema: address(path)}
}

// TestNamesAreOffered completes the names of a spec and of the Go code around it,
// in places where a name of the kind can stand.
func TestNamesAreOffered(t *testing.T) {
	policies := []string{"charge", "lookup", "none"}
	w := namedWorkspace(t)
	cases := []struct {
		after, by string // what to replace in the spec
		want      []string
	}{
		{"policy: charge", "policy: " + completeMarker, policies},
		{"Refund: lookup", "Refund: " + completeMarker, policies},
		{"Refund: lookup", "Refund:\n        policy: " + completeMarker, policies},
		{"Refund: lookup", completeMarker, []string{"Charge", "Refund"}},
		{"methods:\n      Refund: lookup", "idempotency:\n      " + completeMarker, []string{"Charge", "Refund"}},
		{"methods:\n      Refund: lookup", "children:\n      " + completeMarker, []string{"Bank"}},
		{"methods:\n      Refund: lookup", "children:\n      - " + completeMarker, []string{"Bank"}},
		{"methods:\n      Refund: lookup", "children:\n      Bank:\n        idempotency:\n          " + completeMarker, []string{"Branch", "Pay"}},
		{"methods:\n      Refund: lookup", "children:\n      Bank:\n        children:\n          " + completeMarker, []string{"Branch"}},
		{"- ErrDeclined", "- " + completeMarker, []string{"timeout", "*ValidationError", "ErrDeclined"}},
		{"wraps: Gateway\n    policy: charge\n    methods:\n      Refund: lookup", "http:\n      policy: " + completeMarker, policies},
		{"clients:\n", "engines:\n  river:\n    policies:\n      - " + completeMarker + "\nclients:\n", policies[:2]},
	}
	var documents []document
	for i, c := range cases {
		documents = append(documents, w.document(t, name("names", i), strings.Replace(namedSpec, c.after, c.by, 1)))
	}
	for i, answer := range w.edit(t, yamlServer, documents) {
		c, got := cases[i], labels(answer.Completions[0])
		for _, name := range c.want {
			if !slices.ContainsFunc(got, func(label string) bool { return strings.Trim(label, `"'`) == name }) {
				t.Errorf("%s: %s is not offered: %q", c.by, name, got)
			}
		}
	}
}

// TestUnknownNamesAreMarked, and names that are known are not.
func TestUnknownNamesAreMarked(t *testing.T) {
	w := namedWorkspace(t)
	const newer = " If it is new, run retrygen generate."
	cases := []struct{ after, by, want string }{
		{"", "", ""},
		{"- ErrDeclined", "- context.Canceled\n        - \"*ValidationError\"\n        - {status: [500]}\n        - timeout", ""},
		{"Refund: lookup", "\"Re*\": {policy: none}", ""},
		{"methods:\n      Refund: lookup", "children: all", ""},
		{"methods:\n      Refund: lookup", "children: [Bank]", ""},
		{"methods:\n      Refund: lookup", "children: {Bank: {policy: lookup, methods: {Pay: charge}, children: {\"*\": none}}}", ""},
		{"methods:\n      Refund: lookup", "children: {Bnk: none}", "Not a set of children. Write all, or methods that return an interface, as a list or a mapping." + newer},
		{"methods:\n      Refund: lookup", "children: {Bank: {methods: {Pya: charge}}}", "Not a method of the Go type. Write a method of the Go type, or a pattern such as Get*." + newer},
		{"- ErrDeclined", "- ErrDeclind", "Not an error of the package next to the spec." + newer},
		{"policy: charge", "policy: chrge", "Not a policy of this spec. Write one of: charge, lookup, none." + newer},
		{"Refund: lookup", "Refund: lokup", "Not a policy of this spec. Write one of: charge, lookup, none." + newer},
		{"Refund: lookup", "Refnd: lookup", "Not a method of the Go type. Write a method of the Go type, or a pattern such as Get*." + newer},
	}
	var documents []document
	for i, c := range cases {
		documents = append(documents, w.document(t, name("unknown", i), strings.Replace(namedSpec, c.after, c.by, 1)))
	}
	for i, answer := range w.edit(t, yamlServer, documents) {
		c := cases[i]
		var got []string
		for _, d := range answer.Diagnostics {
			got = append(got, d.Message)
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%q: got %q, want %q", c.by, got, c.want)
		}
	}
}

// TestNamedSchemaIsStrict has ajv compile the schema in strict mode, and judge the
// spec.
func TestNamedSchemaIsStrict(t *testing.T) {
	w := namedWorkspace(t)
	value, ok := asJSON([]byte(namedSpec))
	if !ok {
		t.Fatal("the spec is no JSON")
	}
	var verdicts []verdict
	drive(t, ajv, map[string]any{"schema": w.schema, "values": []any{value}}, &verdicts)
	if len(verdicts) != 1 || !verdicts[0].Valid {
		t.Errorf("ajv: %+v", verdicts)
	}
}
