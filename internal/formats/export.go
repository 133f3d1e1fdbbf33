package formats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// target is a format that policies are written in.
type target struct {
	name    string
	dialect string // by which the text is read again
	write   func(*policy.Policy) ([]byte, error)
	// says returns the failures on which decisions are compared: those that
	// the target knows, of those that the two policies tell apart.
	says func(original, read *policy.Classifier) []matcher.Failure
}

func targets() []target {
	return []target{
		{"temporal", "temporal", writeTemporal, anyFailure},
		{"exosphere", "exosphere", writeExosphere, anyFailure},
		{"prodigy", "prodigy", writeProdigy, anyFailure},
		{"grpc-service-config", "grpc", writeServiceConfig, grpcFailures},
		{"step-functions", "step-functions", writeStepFunctions, anyFailure},
	}
}

// Targets returns the names of the formats that [Export] writes.
func Targets() []string {
	var names []string
	for _, t := range targets() {
		names = append(names, t.name)
	}
	return names
}

// Export writes a policy in the format of another system, and reports how the
// text differs from the policy. The policy is one that [schema.Load] accepted
// without errors. It is an error if there is no such format, or if the format
// has nothing that even resembles the policy.
func Export(p *schema.Policy, to string) ([]byte, *Report, error) {
	i := slices.IndexFunc(targets(), func(t target) bool { return t.name == to })
	if i < 0 {
		return nil, nil, fmt.Errorf("%q is no format to export to; there are %s", to, strings.Join(Targets(), ", "))
	}
	t := targets()[i]
	original := compile.Policy(p)
	text, err := t.write(original)
	if err != nil {
		return nil, nil, fmt.Errorf("export %s to %s: %w", p.Name, to, err)
	}
	read, err := t.read(text, original.Fidelity)
	if err != nil {
		return nil, nil, fmt.Errorf("export %s to %s: read it again: %w", p.Name, to, err)
	}
	return text, t.compare(original, read), nil
}

// read returns what a text says in its own system, in the reading of the
// original where the documentation of a system and its code differ.
func (t target) read(text []byte, fidelity schema.Fidelity) (*policy.Policy, error) {
	f := Read(t.name, text, t.dialect)
	if err := f.found().Err(); err != nil {
		return nil, err
	}
	if len(f.Policies) != 1 {
		return nil, fmt.Errorf("it has %d policies", len(f.Policies))
	}
	p := f.Policies[0].Foreign
	p.Members = append(slices.Clone(p.Members), document.Member{Name: "fidelity", Value: f.root.TextAt(string(fidelity))})
	spec, found := schema.Assemble("spec", schema.Named{Foreign: p, Name: "p", At: f.root})
	if err := found.Err(); err != nil {
		return nil, err
	}
	return compile.Policy(spec.Policies[0]), nil
}

// object is a JSON object whose keys keep their order.
type object []field

type field struct {
	name  string
	value any
}

// MarshalJSON writes the fields in order.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		name, err := json.Marshal(f.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// indented returns JSON for people.
func indented(o object) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(o); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
