package schema

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/internal/finding"
)

// maxFindings bounds the findings of one spec.
const maxFindings = 20

// Load reads a spec from the bytes of the file with the given name. The name
// goes into positions, and tells JSON (".json") from YAML; valid JSON is read
// as JSON whatever its name.
//
// All findings come back at once, ordered by place, at most 20 and then one
// that tells how many more there are. The Spec is nil if there is nothing to
// go on with; it is partial if the findings have errors, so callers must ask
// [Diagnostics.HasErrors] before they use it.
//
// Load opens no file, so that a policy which is read from elsewhere ("from")
// is a finding; [LoadFrom] has access to them.
func Load(name string, data []byte) (*Spec, Diagnostics) { return LoadFrom(name, data, nil) }

// LoadFrom is [Load] with a source of the policies that live in other files.
// Findings about those have the places of the other files.
func LoadFrom(name string, data []byte, source Source) (*Spec, Diagnostics) {
	r := &reader{Report: new(finding.Report), name: name, data: data}
	root := r.read()
	if root == nil {
		return nil, r.sorted()
	}
	return r.spec(root, source)
}

// spec returns the spec that root is.
func (r *reader) spec(root *node, source Source) (*Spec, Diagnostics) {
	d := newDecoder(r, root)
	d.source = source
	spec := d.spec()
	d.validate()
	if d.doubtful != nil && !d.Found.HasErrors() {
		d.Add(RuleInternal, d.doubtful.pos, d.doubtful.pointer,
			"the JSON Schema allows a value that cannot be read", "please report this spec")
	}
	return spec, r.sorted()
}

// sorted returns the findings in the order of the file; if there are too many,
// the first of them, errors before others.
func (r *reader) sorted() Diagnostics {
	for i, d := range r.Found {
		r.Found[i] = atOrigin(d, r.name, r.origins)
	}
	r.Found.Sort()
	more := len(r.Found) - maxFindings
	if more <= 0 {
		return r.Found
	}
	slices.SortStableFunc(r.Found, func(a, b Diagnostic) int { return cmp.Compare(a.Severity, b.Severity) })
	first := r.Found[maxFindings]
	r.Found = r.Found[:maxFindings:maxFindings]
	r.Found.Sort()
	r.Add(RuleTooMany, first.Pos, "", fmt.Sprintf("there are %d more findings", more), "correct these first")
	return r.Found
}

// Finding returns a finding about the value at p, or about its key, for the
// stages that come after [Load]. The rule is one of [Rules] and tells the
// severity; message and hint are worded as [Diagnostic] says.
func (s *Spec) Finding(rule *finding.Rule, p Pointer, key bool, message, hint string) Diagnostic {
	pos := s.Position(p)
	if key {
		pos = s.KeyPosition(p)
	}
	return atOrigin(finding.New(rule, pos, p, message, hint), s.Name, s.document.origins)
}
