package schema

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// vector is an example of a system, or of our own stricter reading of it.
type vector struct {
	Name, Dialect, Fidelity string
	Policy                  json.RawMessage
	Expect                  struct{ Error string }
}

func vectors(t testing.TB) []vector {
	t.Helper()
	data, err := os.ReadFile("../testdata/vectors/policies.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// spec returns a spec with the policy of the vector under the name p.
func (v vector) spec(t testing.TB) []byte {
	t.Helper()
	policy := map[string]any{v.Dialect: v.Policy}
	if v.Fidelity == string(Implemented) {
		policy["fidelity"] = v.Fidelity
	}
	data, err := json.Marshal(map[string]any{"version": 1, "policies": map[string]any{"p": policy}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestVectors loads every example: an accepted one has notes at most, a refused
// one errors about the field that is wrong.
func TestVectors(t *testing.T) {
	refused := 0
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			spec, found := Load("p.retry.json", v.spec(t))
			if v.Expect.Error == "" {
				isNote := func(d Diagnostic) bool { return d.Severity == Note }
				if len(slices.DeleteFunc(slices.Clone(found), isNote)) != 0 || spec.Policy("p").Dialect.DialectName() != v.Dialect {
					t.Fatalf("spec %+v, findings %v", spec, found)
				}
				return
			}
			refused++
			field := "/policies/p/" + v.Dialect + "/" + v.Expect.Error
			if !found.HasErrors() || !strings.HasPrefix(string(found[0].Pointer), field) {
				t.Fatalf("findings %v, want an error at %s", found, field)
			}
		})
	}
	if refused == 0 {
		t.Error("no vector is refused")
	}
}
