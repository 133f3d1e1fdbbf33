package formats

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// Targets returns the names of the formats that [Export] writes.
func Targets() []string {
	var names []string
	for _, t := range targets {
		names = append(names, t.Target())
	}
	return names
}

// Export writes a policy in the format of another system, and reports how the
// text differs from the policy. The policy is one that [schema.Load] accepted
// without errors. It is an error if there is no such format, or if the format
// has nothing that even resembles the policy.
func Export(p *schema.Policy, to string) ([]byte, *Report, error) {
	i := slices.IndexFunc(targets, func(t foreign.Target) bool { return t.Target() == to })
	if i < 0 {
		return nil, nil, fmt.Errorf("%q is no format to export to; there are %s", to, strings.Join(Targets(), ", "))
	}
	t := targets[i]
	original := compile.Policy(p)
	text, err := t.Write(withWaits(original))
	if err != nil {
		return nil, nil, fmt.Errorf("export %s to %s: %w", p.Name, to, err)
	}
	read, err := readAgain(t, text, original.Fidelity)
	if err != nil {
		return nil, nil, fmt.Errorf("export %s to %s: read it again: %w", p.Name, to, err)
	}
	return text, compare(t, original, read), nil
}

// unknownWait stands for the waits that a Go function computes, which no format
// can call.
const unknownWait = time.Second

// withWaits returns the policy with waits that can be written.
func withWaits(p *policy.Policy) *policy.Policy {
	if p.BackoffFunc == nil {
		return p
	}
	twin := *p
	wait := min(unknownWait, p.Backoff.Cap)
	twin.Backoff = policy.Schedule{First: wait, Cap: wait, Unit: time.Nanosecond}
	return &twin
}

// readAgain returns what a text says in its own system, in the reading of the
// original where the documentation of a system and its code differ.
func readAgain(t foreign.Target, text []byte, fidelity schema.Fidelity) (*policy.Policy, error) {
	f := Read(t.Target(), text, t.Format().Name())
	if err := findingsOf(f).Err(); err != nil {
		return nil, err
	}
	if len(f.Policies) != 1 {
		return nil, fmt.Errorf("it has %d policies", len(f.Policies))
	}
	p := f.Policies[0].Carried
	p.Members = append(slices.Clone(p.Members), document.Member{Name: "fidelity", Value: f.Root.TextAt(string(fidelity))})
	spec, found := schema.Assemble("spec", schema.Named{Foreign: p, Name: "p", At: f.Root})
	if err := found.Err(); err != nil {
		return nil, err
	}
	return compile.Policy(spec.Policies[0]), nil
}
