package foreign

import (
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
)

// File is a file of another system.
type File struct {
	Name string
	// Format is the name of its format, as "dialect" writes it; empty if it is
	// not known.
	Format   string
	Policies []*Policy
	// Findings are about the file as a whole. A file with an error among them
	// has no policies.
	Findings finding.List

	Root   *document.Node
	Syntax finding.List // of single values, wherever they are
	Kind   Format
	// Plain are the methods of services that the file names and that retry
	// nothing.
	Plain []Method
}

// Policy is a policy of a file.
type Policy struct {
	// Name is what the file calls the policy, in the characters of a name of a
	// spec. Two policies of a file may have the same.
	Name string
	// Pointer is the place of the policy in the file.
	Pointer finding.Pointer
	// Carried is the policy in the words of a spec.
	Carried
	// Methods are the methods of a service that have the policy, where the file
	// says it.
	Methods []Method
	// Findings are about the policy. With an error among them, Members may be a
	// part of it, or nil.
	Findings finding.List
}

// Carried is a policy of another system in the words of a spec.
type Carried struct {
	// Origin is the system, if the words of another one carry the policy.
	Origin *policy.Origin
	// Members are a dialect block, and the keys of a policy next to it.
	Members []document.Member
	// Model is a model that clients are generated from, in place of a policy.
	Model *Model
}

// Method is a method of an RPC service.
type Method struct {
	Service string // its full name; empty for the methods of every service
	Name    string // empty for the methods that no other policy names
}

// origin returns the origin of the policies of the file.
func (f *File) origin() *policy.Origin {
	if f.Kind == nil {
		return nil
	}
	return f.Kind.Origin()
}

// HasSound reports whether a policy of the file has no error.
func (f *File) HasSound() bool {
	return slices.ContainsFunc(f.Policies, func(p *Policy) bool { return p.Members != nil && !p.Findings.HasErrors() })
}

// Reading is the state of a format's reader.
type Reading struct {
	File  *File
	about *Policy // nil: the file as a whole
}

// SyntaxOf returns what is wrong with the spelling of a policy, or around it.
// The rest of a file is no business of ours.
func (f *File) SyntaxOf(p finding.Pointer) finding.List {
	var found finding.List
	for _, d := range f.Syntax {
		if Contains(p, d.Pointer) || Contains(d.Pointer, p) {
			found = append(found, d)
		}
	}
	return found
}

// Contains reports whether the value at inner is the one at p, or in it.
func Contains(p, inner finding.Pointer) bool {
	return inner == p || strings.HasPrefix(string(inner), string(p)+"/")
}

// Begin adds a policy, which the findings that follow are about.
func (r *Reading) Begin(name string, at *document.Node) *Policy {
	r.about = &Policy{Name: name, Pointer: at.Pointer(), Carried: Carried{Origin: r.File.origin()}}
	r.File.Policies = append(r.File.Policies, r.about)
	return r.about
}

// End lets findings be about the file again.
func (r *Reading) End() { r.about = nil }

// Add adds a finding about the current policy, or the file if there is none.
func (r *Reading) Add(d finding.Finding) {
	if r.about != nil {
		r.about.Findings = append(r.about.Findings, d)
		return
	}
	r.File.Findings = append(r.File.Findings, d)
}

// Refuse adds an error: the value is not valid in the system of the file.
func (r *Reading) Refuse(v *document.Node, message, hint string) {
	r.Add(v.Finding(PolicyRule, message, hint))
}

// Doubt adds a warning: the value probably does not do what was meant.
func (r *Reading) Doubt(v *document.Node, message, hint string) {
	r.Add(v.Finding(DoubtRule, message, hint))
}

// Lose adds a warning: the value means something that the spec will not say.
func (r *Reading) Lose(v *document.Node, code Code, message, hint string) {
	r.Add(v.Finding(LossRule, string(code)+": "+message, hint))
}

// Note adds a note.
func (r *Reading) Note(v *document.Node, message string) {
	r.Add(v.KeyFinding(NoteRule, message, ""))
}

// IsMapping reports whether v is a mapping; another value is an error.
func (r *Reading) IsMapping(v *document.Node) bool {
	if v.Kind() != document.Mapping {
		r.Refuse(v, "expected a mapping, found "+v.Describe(), "")
		return false
	}
	return true
}

// Known reports the keys of a mapping that are none of the given ones. The
// consequence says what the system makes of them.
func (r *Reading) Known(v *document.Node, names []string, consequence string) {
	for _, m := range v.Members() {
		if slices.Contains(names, m.Name) {
			continue
		}
		hint := "the keys here are " + strings.Join(names, ", ")
		if near, ok := document.Nearest(m.Name, names); ok {
			hint = "did you mean " + strconv.Quote(near) + "?"
		}
		r.Add(m.Value.KeyFinding(PolicyRule, "unknown key "+finding.Quote(m.Name)+consequence, hint))
	}
}
