package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// directiveSpec has comments in every place that YAML has for them, and texts
// that look like comments.
const directiveSpec = `# retrygen:ignore file
version: 1

policies:
  # retrygen:ignore above
  # another comment
  # retrygen:keep stacked
  a: # retrygen:ignore beside
    description: |
      # retrygen:ignore block
      a text # retrygen:ignore block too
    exosphere: {max_retries: 1} #retrygen:ignore tight  ` + `
    errors:
      stop:
        # retrygen:ignore item
        - context.Canceled
        - "type # retrygen:ignore quoted"
        - {pattern: 'x
            # retrygen:ignore folded'}
  # retrygen:ignore blank

  b: {prodigy: {}, description: a#retrygen:ignore plain}
# retrygen: ignore spaced
`

func TestDirectives(t *testing.T) {
	spec, _ := Load("x.retry.yaml", []byte(directiveSpec))
	var got strings.Builder
	for _, d := range spec.Directives() {
		fmt.Fprintf(&got, "%d:%d %s|%s|%s\n", d.Pos.Line, d.Pos.Column, d.Name, d.Text, d.At)
	}
	want := `1:1 ignore|file|/version
5:3 ignore|above|/policies/a
7:3 keep|stacked|/policies/a
8:6 ignore|beside|/policies/a
12:33 ignore|tight|/policies/a/exosphere
15:9 ignore|item|/policies/a/errors/stop
20:3 ignore|blank|
23:1 |ignore spaced|
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("directives (-want +got):\n%s", diff)
	}
}

// TestManyDirectives: a file full of comments takes no longer than others.
func TestManyDirectives(t *testing.T) {
	const count = 50_000
	text := strings.Repeat("# retrygen:ignore\n", count) + "version: 1\npolicies: {a: {exosphere: {}}}\n"
	spec, found := Load("x.retry.yaml", []byte(text))
	if spec == nil || len(spec.Directives()) != count {
		t.Fatalf("findings %v", found)
	}
	for _, d := range spec.Directives() {
		if d.At != "/version" {
			t.Fatalf("the comment at %v is about %q", d.Pos, d.At)
		}
	}
}

func TestJSONHasNoDirectives(t *testing.T) {
	spec, _ := Load("x.retry.json", []byte(`{"version": 1, "policies": {"a": {"description": " # retrygen:ignore RG203 x", "exosphere": {}}}}`))
	if found := spec.Directives(); len(found) != 0 {
		t.Errorf("directives %v", found)
	}
}

func TestHas(t *testing.T) {
	spec, _ := Load("x", []byte("version: 1\npolicies: {a: {exosphere: {max_delay: null}}}\n"))
	for p, want := range map[Pointer]bool{
		"/policies/a/exosphere":             true,
		"/policies/a/exosphere/max_delay":   true,
		"/policies/a/exosphere/max_retries": false,
		"/policies/b":                       false,
	} {
		if got := spec.Has(p); got != want {
			t.Errorf("Has(%q) is %v", p, got)
		}
	}
}

// TestKnownLayersAreDocumented compares the table of libraries with the
// examples and the description that editors show.
func TestKnownLayersAreDocumented(t *testing.T) {
	layer := schemaData(t)["definitions"].(map[string]any)["layer"].(map[string]any)
	name := layer["properties"].(map[string]any)["name"].(map[string]any)
	if !strings.Contains(textOf(name, "description"), strings.Join(sdkNames(), ", ")) {
		t.Errorf("the description %q is not of %v", name["description"], sdkNames())
	}
	examples := []any{"gateway"}
	for _, known := range sdkNames() {
		examples = append(examples, known)
	}
	if diff := cmp.Diff(examples, name["examples"]); diff != "" {
		t.Errorf("examples (-want +got):\n%s", diff)
	}
}

func TestSDKLayer(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/aws/aws-sdk-go-v2/service/s3": "aws-sdk-go-v2",
		"github.com/aws/aws-sdk-go/service/s3":    "aws-sdk-go",
		"github.com/stripe/stripe-go/v82/client":  "stripe-go",
		"github.com/stripe/stripe-gopher":         "",
		"./pay":                                   "",
		"":                                        "",
	} {
		if got, _ := SDKLayer(path); got.Name != want {
			t.Errorf("%q belongs to %q, want %q", path, got.Name, want)
		}
	}
}
