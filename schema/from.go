package schema

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
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
	// Model says that the file is a model, and what is read of it; nil is a
	// policy.
	Model *ModelKeys
}

// ModelKeys are the extensions of a model that say how its operations retry.
type ModelKeys struct {
	Retry, Idempotent string
}

// A Source reads a policy of another system. A finding without a file
// name is about the reference itself. With an error among the findings, the
// members may be a part of the policy, for what else is wrong with it, or nil.
type Source func(From) (*Foreign, Diagnostics)

// Foreign is a policy of another system in the words of a spec.
type Foreign = foreign.Carried

// Dialects returns the formats that the key "dialect" can name: those of the
// JSON Schema.
func Dialects() []string { return slices.Clone(formatNames()) }

var formatNames = sync.OnceValue(func() []string {
	known, err := loadDefinitions()
	if err != nil {
		return nil
	}
	names, _ := known.at([]string{"definitions", "policy", "properties", "dialect"})["enum"].([]any)
	formats := make([]string, len(names))
	for i, name := range names {
		formats[i] = fmt.Sprint(name)
	}
	return formats
})

// inline puts the policies of other files in the place of the "from" that
// names them. Later stages see a dialect block like any other, but for its
// places, which are those of the other file.
func (l *loader) inline() {
	for _, m := range l.root.Get("policies").Members() {
		if !m.Value.Is(document.Mapping) || l.reader.IsSpent() {
			continue
		}
		o := l.Value(m.Value).Object("policy")
		from, format := o.Get("from"), o.Get("dialect")
		switch {
		case from.IsSet():
			l.inlinePolicy(m.Value, from, decodeFrom(from, format))
		case format.IsSet():
			format.Reject(decode.NoEffect, "dialect names the format of the file that from reads, and there is no from", "remove it")
		}
	}
	for _, m := range l.root.Get("clients").Members() {
		if m.Value.Is(document.Mapping) && l.root.Get("policies").Is(document.Mapping) && !l.reader.IsSpent() {
			l.inlineModel(m.Value)
		}
	}
}

// inlinePolicy changes the policy n. Where it cannot, n keeps its from, which
// the JSON Schema knows.
func (l *loader) inlinePolicy(n *document.Node, reference decode.Value, from From) {
	switch {
	case from.File == "" || reference.IsRejected() || hasDialect(n):
		return
	case l.source == nil:
		reference.Reject(foreign.FileRule, "there is no access to other files here", "write the policy into the spec")
		return
	}
	carried, found := l.source(from)
	for _, finding := range found {
		if finding.Pos.Filename == "" {
			finding.Pos, finding.Pointer = reference.Position(), reference.Pointer()
		}
		l.Found = append(l.Found, finding)
	}
	if carried == nil || carried.Members == nil {
		l.MarkRejected(reference.Pointer())
		return
	}
	l.followed = append(l.followed, n.Remove("from", "dialect")...)
	l.origins[n.Pointer()] = carried.Origin
	for _, m := range carried.Members {
		if m.Value != nil && !n.Has(m.Name) { // what the spec itself says goes first
			n.Append(l.reader.Move(m, n.Pointer(), 4))
		}
	}
}

// inlineModel adds the settings of the model that a client is generated from to
// the policies of the spec.
func (l *loader) inlineModel(client *document.Node) {
	o := l.Value(client).Object("client").Get("from").Object("clientFrom")
	file := o.Get("openapi")
	from := From{File: file.Word(""), Model: &ModelKeys{Retry: o.Get("retry").Word(""), Idempotent: o.Get("idempotent").Word("")}}
	if checkPath(file, from.File); from.File == "" || file.IsRejected() || client.Has("http") {
		return // for which the JSON Schema has its own words
	}
	if l.source == nil {
		file.Reject(foreign.FileRule, "there is no access to other files here", "write the methods into the spec")
		return
	}
	carried, found := l.source(from)
	for _, finding := range found {
		if finding.Pos.Filename == "" {
			finding.Pos, finding.Pointer = file.Position(), file.Pointer()
		}
		l.Found = append(l.Found, finding)
	}
	if carried != nil && carried.Model != nil {
		l.models[client.Pointer()] = l.addSettings(carried.Model)
	}
}

// addSettings adds the settings of a model to the policies, and returns its
// operations.
func (l *loader) addSettings(m *foreign.Model) []Operation {
	list := l.root.Get("policies")
	names := make([]string, len(m.Policies))
	for i, p := range m.Policies {
		name := p.Name
		for n := 2; list.Has(name); n++ {
			name = fmt.Sprintf("%s_%d", p.Name, n)
		}
		member := l.reader.Move(document.Member{Name: name, Value: m.Root.Find(p.Pointer).MappingAt(p.Members...)}, list.Pointer(), 3)
		l.origins[member.Value.Pointer()] = p.Origin
		list.Append(member)
		names[i] = name
	}
	operations := make([]Operation, len(m.Operations))
	for i, op := range m.Operations {
		operations[i] = Operation{ID: op.ID, IsSafe: op.IsSafe, SaysNothing: op.Setting < 0}
		if op.Setting >= 0 {
			operations[i].Policy = names[op.Setting]
		}
	}
	return operations
}

func hasDialect(n *document.Node) bool { return slices.ContainsFunc(dialect.Names(), n.Has) }

// decodeFrom reads a file name, or a mapping with a file and a pointer.
func decodeFrom(n, format decode.Value) From {
	f := From{Dialect: format.Word("")}
	file := n
	if n.Is(document.Mapping) {
		o := n.Object("from")
		file = o.Get("file")
		f.Pointer = Pointer(o.Get("pointer").Word(""))
	}
	if !file.IsSet() || !isReference(n) || format.IsSet() && !slices.Contains(formatNames(), f.Dialect) {
		return From{} // for which the JSON Schema has its own words
	}
	f.File = file.Word("")
	checkPath(file, f.File)
	return f
}

// checkPath refuses the name of a file that is not relative to the spec.
func checkPath(n decode.Value, file string) {
	if path.IsAbs(file) || strings.ContainsAny(file, `\:`) {
		n.Reject(foreign.FileRule, finding.Quote(file)+" is not a path relative to the spec", "write it with slashes, such as ../flows/graph.json")
	}
}

// isReference reports whether the JSON Schema has nothing to say about the
// from n: it does not see one that was followed.
func isReference(n decode.Value) bool {
	for _, m := range n.Node.Members() {
		isPointer := m.Name == "pointer" && (m.Value.Text() == "" || m.Value.Text()[0] == '/')
		if !m.Value.Is(document.Text) || m.Name != "file" && !isPointer {
			return false
		}
	}
	return n.Is(document.Text) || n.Is(document.Mapping)
}

// Assemble checks policies of other systems as if they stood in a spec of the
// given name. Findings have the places of the files that they come from.
func Assemble(name string, policies ...Named) (*Spec, Diagnostics) {
	root := document.New(name)
	root.Put("version", root.NumberAt("1"))
	list := root.Put("policies", root.MappingAt())
	r := document.NewReader(name, nil, "file", nil)
	l := newLoader(r, root)
	for _, p := range policies {
		m := r.Move(document.Member{Name: p.Name, Value: p.At.MappingAt(p.Members...)}, list.Pointer(), 3)
		l.origins[m.Value.Pointer()] = p.Origin
		list.Append(m)
	}
	if r.IsSpent() {
		return nil, l.findings()
	}
	return l.load()
}

// Named is a policy of another system, the name that it gets in a spec, and its
// place in the file.
type Named struct {
	Foreign
	Name string
	At   *document.Node
}
