package formats

import (
	"fmt"
	"path"
	"strings"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/formats/openapi"
	"github.com/retrygen/retrygen/schema"
)

// maxFiles bounds the files that one spec can read.
const maxFiles = 100

// Source returns the source of the policies that a spec of the given name reads
// from other files. read returns the bytes of a file by its name relative to
// the spec; it decides which files may be read.
func Source(spec string, read func(file string) ([]byte, error)) schema.Source {
	s := &source{spec: spec, read: read, files: make(map[string]*foreign.File)}
	return s.policy
}

type source struct {
	spec  string
	read  func(string) ([]byte, error)
	files map[string]*foreign.File // by name and format
}

func (s *source) policy(from schema.From) (*schema.Foreign, schema.Diagnostics) {
	if from.Model != nil {
		return s.model(from)
	}
	f, err := s.file(from)
	if err != nil {
		return nil, reference(err.Error(), "")
	}
	p, found := pick(f, from.Pointer)
	if p == nil && f.Findings.HasErrors() {
		return nil, f.Findings // which are why
	}
	if p == nil {
		return nil, found
	}
	return &p.Carried, append(append(found, f.Findings...), p.Findings...)
}

// model reads a model.
func (s *source) model(from schema.From) (*schema.Foreign, schema.Diagnostics) {
	name := path.Clean(from.File)
	data, err := s.read(name)
	if err != nil {
		return nil, reference(err.Error(), "")
	}
	f := &foreign.File{Name: relativeTo(s.spec, name), Format: "openapi"}
	f.Root, f.Syntax = document.ReadModel(f.Name, data)
	if f.Root == nil {
		return nil, f.Syntax
	}
	m := openapi.Read(f, openapi.Extensions(*from.Model))
	for _, p := range m.Policies {
		m.Findings = append(m.Findings, f.SyntaxOf(p.Pointer)...)
		p.Name = identifier(p.Name)
	}
	return &schema.Foreign{Model: m}, m.Findings
}

// reference returns a finding about the reference to a file.
func reference(message, hint string) schema.Diagnostics {
	d := (*document.Node)(nil).Finding(foreign.FileRule, message, hint)
	return schema.Diagnostics{d}
}

// file reads a file once.
func (s *source) file(from schema.From) (*foreign.File, error) {
	name := path.Clean(from.File)
	key := name + "\x00" + from.Dialect
	if f := s.files[key]; f != nil {
		return f, nil
	}
	if len(s.files) == maxFiles {
		return nil, fmt.Errorf("the spec reads more than %d files", maxFiles)
	}
	data, err := s.read(name)
	if err != nil {
		return nil, err
	}
	f := Read(relativeTo(s.spec, name), data, from.Dialect)
	s.files[key] = f
	return f, nil
}

// next to returns the name, as findings print it, of a file relative to a spec.
func relativeTo(spec, file string) string {
	dir := strings.ReplaceAll(spec, `\`, "/")
	return path.Join(path.Dir(dir), file)
}

// pick returns the policy at a pointer or in the value there, or the only one
// of the file if the pointer is empty.
func pick(f *foreign.File, p schema.Pointer) (*foreign.Policy, schema.Diagnostics) {
	var inside []*foreign.Policy
	for _, policy := range f.Policies {
		if foreign.Contains(p, policy.Pointer) {
			inside = append(inside, policy)
		}
	}
	switch {
	case len(inside) == 1:
		return inside[0], nil
	case len(inside) > 1:
		return nil, reference(fmt.Sprintf("%s has %d policies%s", finding.Quote(f.Name), len(inside), where(p)),
			"write {file: …, pointer: …} with one of "+pointers(inside))
	}
	return alone(f, p)
}

// alone reads the value at a pointer as a policy, wherever it stands.
func alone(f *foreign.File, p schema.Pointer) (*foreign.Policy, schema.Diagnostics) {
	v := f.Root.Find(p)
	kind := f.Kind
	if kind == nil && v != nil {
		kind = formatOf("", v)
	}
	if v == nil || kind == nil || p == "" {
		return nil, append(reference(fmt.Sprintf("%s has no policy%s that retrygen knows", finding.Quote(f.Name), where(p)), elsewhere(f)), f.Syntax...)
	}
	r := &foreign.Reading{File: &foreign.File{Name: f.Name, Format: kind.Name(), Root: f.Root, Kind: kind}}
	kind.ReadBlock(r, v)
	if len(r.File.Policies) != 1 {
		return nil, append(reference(fmt.Sprintf("%s has no single policy%s", finding.Quote(f.Name), where(p)), elsewhere(f)), r.File.Findings...)
	}
	policy := r.File.Policies[0]
	policy.Findings = append(policy.Findings, f.SyntaxOf(policy.Pointer)...)
	return policy, r.File.Findings
}

func where(p schema.Pointer) string {
	if p == "" {
		return ""
	}
	return " at " + finding.Quote(string(p))
}

// elsewhere says where a file has policies.
func elsewhere(f *foreign.File) string {
	if len(f.Policies) == 0 {
		return "name its format with dialect: one of " + strings.Join(schema.Dialects(), ", ")
	}
	return "it has policies at " + pointers(f.Policies)
}

// pointers lists the places of the first policies.
func pointers(policies []*foreign.Policy) string {
	const most = 5
	var list []string
	for i, p := range policies {
		if i == most {
			return strings.Join(list, ", ") + fmt.Sprintf(" and %d more", len(policies)-most)
		}
		list = append(list, string(p.Pointer))
	}
	return strings.Join(list, ", ")
}
