package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

const library = `openapi: 3.0.3
x-speakeasy-retries: {strategy: backoff, statusCodes: [5XX]}
paths:
  /books:
    get: {operationId: listBooks, x-retry: {maxAttempts: 3, baseDelayMs: 200, retryOn: [429, 503]}}
    post: {operationId: createBook, x-retry: {maxAttempts: 3, baseDelayMs: 200, retryOn: [429, 503]}}
  /books/{id}:
    put: {x-retry: {max: 2, base_delay_ms: 5, backoff: constant, retry_on: ["5XX"]}}
    patch: {operationId: updateBook, x-retry: {maxAttempts: 3, baseDelayMs: 200, retryOn: [429, 503]}, x-safe: {natural: true}}
    delete: {operationId: deleteBook}
    post: {operationId: lendBook, x-safe: {keySupported: true}}
`

// loadModel loads a spec with a client of the model.
func loadModel(model, from string) (*schema.Spec, schema.Diagnostics) {
	text := "version: 1\npolicies: {p: {exosphere: {}}}\nclients: {C: {wraps: API, policy: p, from: {openapi: m.yaml" + from + "}}}\n"
	return schema.LoadFrom("x.retry.yaml", []byte(text), Source("x.retry.yaml", func(string) ([]byte, error) { return []byte(model), nil }))
}

// TestModel checks which policy each operation has, and whether it may be repeated.
func TestModel(t *testing.T) {
	for from, want := range map[string]string{
		", retry: x-retry, idempotent: x-safe": "listBooks attempts3_from_200ms safe; createBook attempts3_from_200ms; put /books/{id} attempts2_from_5ms safe; " +
			"deleteBook - safe; lendBook -; updateBook attempts3_from_200ms safe",
		", retry: x-retry": "listBooks attempts3_from_200ms safe; createBook attempts3_from_200ms; put /books/{id} attempts2_from_5ms safe; " +
			"deleteBook - safe; lendBook -; updateBook attempts3_from_200ms",
		"": "listBooks speakeasy safe; createBook speakeasy; put /books/{id} speakeasy safe; deleteBook speakeasy safe; lendBook speakeasy; updateBook speakeasy",
	} {
		spec, found := loadModel(library, from)
		if found.HasErrors() {
			t.Fatal([]schema.Diagnostic(found))
		}
		var got []string
		for _, op := range spec.Clients[0].Operations {
			text := op.ID + " " + op.Policy
			if op.SaysNothing {
				text += "-"
			}
			if op.IsSafe {
				text += " safe"
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(want, strings.Join(got, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", from, diff)
		}
	}
	spec, _ := loadModel(library, ", retry: x-retry")
	p := compiledNamed(spec, "attempts2_from_5ms")
	if p.MaxAttempts != 2 || p.System != "OpenAPI" || p.Backoff.Wait(3) != p.Backoff.Wait(1) || p.Backoff.Jitter != policy.NoJitter {
		t.Errorf("%+v", p)
	}
}

func compiledNamed(spec *schema.Spec, name string) *policy.Policy {
	return compile.Policy(spec.Policy(name))
}

// TestModelFindings checks the places of what is wrong with a model.
func TestModelFindings(t *testing.T) {
	for _, test := range []struct{ model, from, want string }{
		{"paths: {/a: {get: {x-retry: {maxAttempts: 0, retryOn: [503]}}}}", ", retry: x-retry", "m.yaml:1:43: /paths/~1a/get/x-retry/maxAttempts: maxAttempts is a whole number"},
		{"paths: {/a: {get: {x-retry: {retryOn: [503]}}}}", ", retry: x-retry", "m.yaml:1:29: /paths/~1a/get/x-retry: x-retry does not say how many attempts there are"},
		{"paths: {/a: {get: {x-retry: {maxAttempts: 2}}}}", ", retry: x-retry", "m.yaml:1:29: /paths/~1a/get/x-retry: the setting does not say which statuses are retried"},
		{"paths: {/a: {get: {x-retry: {maxAttempts: 2, retryOn: [999]}}}}", ", retry: x-retry", "m.yaml:1:56: /paths/~1a/get/x-retry/retryOn/0: the number 999 is not an HTTP status"},
		{"paths: {/a: {get: {x-retry: {maxAttempts: 2, retryOn: [503], tries: 1}}}}", ", retry: x-retry", "m.yaml:1:62: /paths/~1a/get/x-retry/tries: unknown key"},
		{"paths: {/a: {get: {x-retry: {maxAttempts: 2, retryOn: [503], backoff: random}}}}", ", retry: x-retry", `m.yaml:1:71: /paths/~1a/get/x-retry/backoff: the text "random" is not a backoff`},
		{"paths: {/a: {get: {}}}", ", retry: x-retyr", `m.yaml:1:1: /paths: no operation has the extension "x-retyr"`},
		{"paths: {/a: {post: {operationId: make, x-retry: {maxAttempts: 2, retryOn: [503]}}}}", ", retry: x-retry", "m.yaml:1:1: /paths: L12: 1 operations have a setting"},
		{"swagger: '2.0'", "", "m.yaml:1:1: there are no paths of OpenAPI in it"},
		{"paths: {", "", "m.yaml:1:"},
	} {
		_, found := loadModel(test.model, test.from)
		if text := fmt.Sprint([]schema.Diagnostic(found)); !strings.Contains(text, test.want) {
			t.Errorf("%s: %s, want %s", test.model, text, test.want)
		}
	}
}

// FuzzModel makes sure that no model crashes a spec that reads it, and that every
// finding has a place.
func FuzzModel(f *testing.F) {
	f.Add([]byte(library), "x-retry", "x-safe")
	f.Add([]byte(`{"paths": {"/a": {"get": {"x-fern-retries": {"disabled": true}}}}}`), "x-fern-retries", "x-a")
	f.Fuzz(func(t *testing.T, data []byte, retry, idempotent string) {
		text := fmt.Sprintf(`{"version": 1, "policies": {"p": {"exosphere": {}}}, "clients": {"C": {"wraps": "API", "from": {"openapi": "m", "retry": %q, "idempotent": %q}}}}`, retry, idempotent)
		_, found := schema.LoadFrom("x.retry.json", []byte(text), Source("x.retry.json", func(string) ([]byte, error) { return data, nil }))
		for _, d := range found {
			if d.Pos.Filename != "m" && d.Pos.Filename != "x.retry.json" || d.Pos.Line < 1 || d.Rule == document.Internal.ID {
				t.Fatalf("%s\n%s\n%v %s", text, data, d, d.Rule)
			}
		}
	})
}
