package compile_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/schema"
)

// vector is a policy and what its own system, or its documentation, makes of it.
type vector struct {
	Name     string          `json:"name"`
	Dialect  string          `json:"dialect"`
	Policy   json.RawMessage `json:"policy"`
	Fidelity string          `json:"fidelity"` // "documented", "implemented" or "both"
	Expect   struct {
		MaxAttempts int                `json:"max_attempts"`
		Waits       [][2]time.Duration `json:"waits_ns"` // none: the policy is refused
	} `json:"expect"`
}

func TestVectors(t *testing.T) {
	text, err := os.ReadFile("../../testdata/vectors/policies.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	compiled := 0
	for _, v := range vectors {
		if v.Expect.Waits == nil {
			continue
		}
		compiled++
		t.Run(v.Name, v.check)
	}
	if want := 109; compiled != want {
		t.Errorf("%d vectors have waits, want %d", compiled, want)
	}
}

func (v vector) check(t *testing.T) {
	fidelities := []string{v.Fidelity}
	if v.Fidelity == "both" {
		fidelities = []string{string(schema.Documented), string(schema.Implemented)}
	}
	for _, fidelity := range fidelities {
		p := compile.Policy(v.load(t, fidelity))
		if p.MaxAttempts != v.Expect.MaxAttempts {
			t.Errorf("%s: attempts = %d, want %d", fidelity, p.MaxAttempts, v.Expect.MaxAttempts)
		}
		for i, want := range v.Expect.Waits {
			shortest, longest := p.Backoff.Bounds(i + 1)
			if !near(shortest, want[0]) || !near(longest, want[1]) {
				t.Errorf("%s: retry %d waits %v to %v, want %v to %v", fidelity, i+1, shortest, longest, want[0], want[1])
			}
		}
	}
}

// load returns the policy as a spec has it.
func (v vector) load(t *testing.T, fidelity string) *schema.Policy {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"version":  1,
		"policies": map[string]any{"p": map[string]any{v.Dialect: v.Policy, "fidelity": fidelity}},
	})
	if err != nil {
		t.Fatal(err)
	}
	spec, findings := schema.Load("vector.retry.json", text)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	return spec.Policy("p")
}

// near allows for the float64 seconds that the vectors were computed with.
func near(got, want time.Duration) bool {
	return (got - want).Abs() <= max(time.Microsecond, want/1e9)
}
