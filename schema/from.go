package schema

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// From names a policy of another system, in the file where it lives.
type From struct {
	// File is the file, with slashes, relative to the spec.
	File string
	// Pointer is the place of the policy in the file; empty if the file has no
	// other.
	Pointer Pointer
	// Dialect is the format of the file; empty if it is to be recognised.
	Dialect string
}

// A Source reads a policy of another system, and returns it in the words of a
// spec: a dialect block, and what stands beside it. A finding without a file
// name is about the reference itself. With an error among the findings, the
// members may be a part of the policy, for what else is wrong with it, or nil.
type Source func(From) ([]Member, Diagnostics)

// Dialects returns the formats that the key "dialect" can name.
func Dialects() []string { return slices.Clone(foreignDialects) }

var foreignDialects = []string{"exosphere", "prodigy", "temporal", "grpc", "gapic", "aws", "step-functions"}

// graft puts the policies of other files in the place of the "from" that
// names them. Later stages see a dialect block like any other, but for its
// places, which are those of the other file.
func (d *decoder) graft() {
	policies := d.root.member("policies")
	if policies == nil {
		return
	}
	for _, m := range policies.value.members {
		if m.value.kind != mapping || d.spent {
			continue
		}
		o := d.object(m.value, "policy")
		from, dialect := o.get("from"), o.get("dialect")
		switch {
		case from != nil:
			d.graftPolicy(m.value, d.from(from, dialect))
		case dialect != nil:
			d.refuse(RuleNoEffect, dialect, "dialect names the format of the file that from reads, and there is no from", "remove it")
		}
	}
}

// graftPolicy changes the policy n. Where it cannot, n keeps its from, which
// the JSON Schema knows.
func (d *decoder) graftPolicy(n *node, from From) {
	reference := n.member("from").value
	switch {
	case from.File == "" || d.IsRejected(reference.pointer) || hasDialect(n):
		return
	case d.source == nil:
		d.refuse(RuleForeignFile, reference, "there is no access to other files here", "write the policy into the spec")
		return
	}
	members, found := d.source(from)
	for _, finding := range found {
		if finding.Pos.Filename == "" {
			finding.Pos, finding.Pointer = reference.pos, reference.pointer
		}
		d.Found = append(d.Found, finding)
	}
	if members == nil {
		d.MarkRejected(reference.pointer)
		return
	}
	n.members = slices.DeleteFunc(n.members, func(m member) bool {
		isReference := m.name == "from" || m.name == "dialect"
		if isReference {
			d.followed = append(d.followed, m)
		}
		return isReference
	})
	for _, m := range members {
		if m.Value.n != nil && !n.has(m.Name) { // what the spec itself says goes first
			n.members = append(n.members, d.moved(m, n.pointer, 4))
		}
	}
}

func hasDialect(n *node) bool { return slices.ContainsFunc(dialectNames(), n.has) }

// from reads a file name, or a mapping with a file and a pointer.
func (d *decoder) from(n, dialect *node) From {
	f := From{Dialect: d.word(dialect, "")}
	file := n
	if n.kind == mapping {
		o := d.object(n, "from")
		file = o.get("file")
		f.Pointer = Pointer(d.word(o.get("pointer"), ""))
	}
	if file == nil || !isReference(n) || dialect != nil && !slices.Contains(foreignDialects, f.Dialect) {
		return From{} // for which the JSON Schema has its own words
	}
	f.File = d.word(file, "")
	if path.IsAbs(f.File) || strings.ContainsAny(f.File, `\:`) {
		d.refuse(RuleForeignFile, file, finding.Quote(f.File)+" is not a path relative to the spec", "write it with slashes, such as ../flows/graph.json")
	}
	return f
}

// isReference reports whether the JSON Schema has nothing to say about the
// from n: it does not see one that was followed.
func isReference(n *node) bool {
	for _, m := range n.members {
		isPointer := m.name == "pointer" && (m.value.text == "" || m.value.text[0] == '/')
		if m.value.kind != text || m.name != "file" && !isPointer {
			return false
		}
	}
	return n.kind == text || n.kind == mapping
}

// moved returns a copy of a member of another document as one of the mapping
// at p. Its places stay; its pointers are those of the spec.
func (r *reader) moved(m Member, p Pointer, depth int) member {
	pos := m.Value.key
	if !pos.IsValid() {
		pos = m.Value.n.pos
	}
	return member{m.Name, pos, r.movedNode(m.Value.n, p.Key(m.Name), depth)}
}

func (r *reader) movedNode(n *node, p Pointer, depth int) *node {
	if !r.count(n.pos, p, depth, len(n.text)) {
		r.MarkRejected(p) // the finding is about the first of these
		return &node{kind: null, pos: n.pos, pointer: p, text: "null"}
	}
	if r.origins == nil {
		r.origins = make(map[Pointer]Pointer)
	}
	r.origins[p] = n.pointer
	if n.refused {
		r.MarkRejected(p)
	}
	c := &node{kind: n.kind, pos: n.pos, pointer: p, text: n.text}
	for i, item := range n.items {
		c.items = append(c.items, r.movedNode(item, p.Index(i), depth+1))
	}
	for _, m := range n.members {
		c.members = append(c.members, member{m.name, m.pos, r.movedNode(m.value, p.Key(m.name), depth+1)})
	}
	return c
}

// atOrigin returns a finding with the pointer that its value has in the file
// where it stands.
func atOrigin(d Diagnostic, spec string, origins map[Pointer]Pointer) Diagnostic {
	if d.Pos.Filename == spec || d.Pos.Filename == "" {
		return d
	}
	for p, ok := d.Pointer, true; ok; p, ok = p.Parent() {
		if origin, isMoved := origins[p]; isMoved {
			d.Pointer = origin + d.Pointer[len(p):]
			break
		}
	}
	return d
}

// Assemble checks policies of other systems as if they stood in a spec of the
// given name. Findings have the places of the files that they come from.
func Assemble(name string, policies []Member) (*Spec, Diagnostics) {
	pos := token.Position{Filename: name, Line: 1, Column: 1}
	root := &node{kind: mapping, pos: pos, members: []member{
		{"version", pos, &node{kind: number, pos: pos, pointer: "/version", text: "1"}},
	}}
	r := &reader{Report: new(finding.Report), name: name, subject: "file"}
	list := &node{kind: mapping, pos: pos, pointer: "/policies"}
	for _, m := range policies {
		list.members = append(list.members, r.moved(m, list.pointer, 3))
	}
	root.members = append(root.members, member{"policies", pos, list})
	if r.spent {
		return nil, r.sorted()
	}
	return r.spec(root, nil)
}

// limitHint tells what to do about a file with too much in it.
func (r *reader) limitHint() string {
	return fmt.Sprintf("split the %s into several files", r.what())
}

// what returns the word for what is read.
func (r *reader) what() string {
	if r.subject != "" {
		return r.subject
	}
	return "spec"
}
