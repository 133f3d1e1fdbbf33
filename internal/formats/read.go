package formats

import (
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
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
	Findings schema.Diagnostics

	root   *document.Node
	syntax schema.Diagnostics // of single values, wherever they are
	kind   format
}

// Policy is a policy of a file.
type Policy struct {
	// Name is what the file calls the policy, in the characters of a name of a
	// spec. Two policies of a file may have the same.
	Name string
	// Pointer is the place of the policy in the file.
	Pointer schema.Pointer
	// Foreign is the policy in the words of a spec.
	schema.Foreign
	// Findings are about the policy. With an error among them, Members may be a
	// part of it, or nil.
	Findings schema.Diagnostics
}

// reading is the state of a format's reader.
type reading struct {
	file  *File
	about *Policy // nil: the file as a whole
}

// Read reads the policies of a file. The dialect names its format; empty lets
// the format be recognised.
func Read(name string, data []byte, dialect string) *File {
	f := &File{Name: name}
	root, found := schema.ReadForeign(name, data)
	if root == nil {
		f.Findings = found
		return f
	}
	f.root, f.syntax = root, found
	if !root.Is(document.Mapping) && !root.Is(document.List) {
		return f // no finding repeats the text, which may be a secret
	}
	kind, ok := formatOf(dialect, root)
	if !ok && dialect != "" {
		f.Findings = append(f.Findings, root.Finding(schema.RuleForeignFile,
			finding.Quote(dialect)+" is not a format", "the formats are "+strings.Join(schema.Dialects(), ", ")))
		return f
	}
	if !ok {
		return f
	}
	f.kind, f.Format = kind, kind.name
	kind.read(&reading{file: f}, root)
	for _, p := range f.Policies {
		p.Findings = append(p.Findings, f.syntaxOf(p.Pointer)...)
		p.Findings.Sort()
	}
	return f
}

// syntaxOf returns what is wrong with the spelling of a policy, or around it.
// The rest of a file is no business of ours.
func (f *File) syntaxOf(p schema.Pointer) schema.Diagnostics {
	var found schema.Diagnostics
	for _, d := range f.syntax {
		if contains(p, d.Pointer) || contains(d.Pointer, p) {
			found = append(found, d)
		}
	}
	return found
}

// contains reports whether the value at inner is the one at p, or in it.
func contains(p, inner schema.Pointer) bool {
	return inner == p || strings.HasPrefix(string(inner), string(p)+"/")
}

// begin adds a policy, which the findings that follow are about.
func (r *reading) begin(name string, at *document.Node) *Policy {
	r.about = &Policy{Name: name, Pointer: at.Pointer(), Foreign: schema.Foreign{Origin: r.file.kind.origin}}
	r.file.Policies = append(r.file.Policies, r.about)
	return r.about
}

// end lets findings be about the file again.
func (r *reading) end() { r.about = nil }

func (r *reading) add(d schema.Diagnostic) {
	if r.about != nil {
		r.about.Findings = append(r.about.Findings, d)
		return
	}
	r.file.Findings = append(r.file.Findings, d)
}

// refuse adds an error: the value is not valid in the system of the file.
func (r *reading) refuse(v *document.Node, message, hint string) {
	r.add(v.Finding(schema.RuleForeignPolicy, message, hint))
}

// doubt adds a warning: the value probably does not do what was meant.
func (r *reading) doubt(v *document.Node, message, hint string) {
	r.add(v.Finding(schema.RuleForeignDoubt, message, hint))
}

// lose adds a warning: the value means something that the spec will not say.
func (r *reading) lose(v *document.Node, code Code, message, hint string) {
	r.add(v.Finding(schema.RuleForeignLoss, string(code)+": "+message, hint))
}

// note adds a note.
func (r *reading) note(v *document.Node, message string) {
	r.add(v.KeyFinding(schema.RuleForeignNote, message, ""))
}

// mapping reports whether v is a mapping; another value is an error.
func (r *reading) mapping(v *document.Node) bool {
	if v.Kind() != document.Mapping {
		r.refuse(v, "expected a mapping, found "+v.Describe(), "")
		return false
	}
	return true
}

// known reports the keys of a mapping that are none of the given ones. The
// consequence says what the system makes of them.
func (r *reading) known(v *document.Node, names []string, consequence string) {
	for _, m := range v.Members() {
		if slices.Contains(names, m.Name) {
			continue
		}
		hint := "the keys here are " + strings.Join(names, ", ")
		if near, ok := document.Nearest(m.Name, names); ok {
			hint = "did you mean " + strconv.Quote(near) + "?"
		}
		r.add(m.Value.KeyFinding(schema.RuleForeignPolicy, "unknown key "+finding.Quote(m.Name)+consequence, hint))
	}
}
