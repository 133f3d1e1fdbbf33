package schema

import (
	"go/token"

	"github.com/retrygen/retrygen/internal/finding"
)

// Kind is the kind of a [Value].
type Kind uint8

// The kinds.
const (
	Null    = Kind(null)
	Boolean = Kind(boolean)
	Number  = Kind(number)
	Text    = Kind(text)
	List    = Kind(list)
	Mapping = Kind(mapping)
)

// Value is a value of a file of another system, and its place. The zero Value
// is none: it has no text, no items and no members.
type Value struct {
	n   *node
	key token.Position // of the key that it stands under, if it does
}

// Member is a key of a mapping, and its value.
type Member struct {
	Name  string
	Value Value
}

// ReadForeign reads a YAML or JSON file of another system as strictly as a
// spec, but with any value as its root. YAML tags may stand where Prodigy
// writes them. The value is zero if there is nothing to go on with.
func ReadForeign(name string, data []byte) (Value, Diagnostics) {
	r := &reader{Report: new(finding.Report), name: name, data: data, subject: "file", tags: foreignTags}
	root := r.readAny()
	if root != nil {
		root.refuse(r.Report)
	}
	return Value{n: root}, r.Found
}

// refuse marks the values in n that a finding is about as a whole.
func (n *node) refuse(r *finding.Report) {
	n.refused = r.RejectedAlone(n.pointer)
	for _, item := range n.items {
		item.refuse(r)
	}
	for _, m := range n.members {
		m.value.refuse(r)
	}
}

// IsZero reports whether there is no value.
func (v Value) IsZero() bool { return v.n == nil }

// Kind returns the kind of the value; that of none is Null.
func (v Value) Kind() Kind {
	if v.n == nil {
		return Null
	}
	return Kind(v.n.kind)
}

// Text returns a boolean, number or text as it is written.
func (v Value) Text() string {
	if v.n == nil {
		return ""
	}
	return v.n.text
}

// IsTagged reports whether the value is written with a YAML tag. It is then a
// mapping with the tag as its only key.
func (v Value) IsTagged() bool { return v.n != nil && v.n.tagged }

// Pointer returns the place of the value in its file.
func (v Value) Pointer() Pointer {
	if v.n == nil {
		return ""
	}
	return v.n.pointer
}

// Position returns the place of the value in its file.
func (v Value) Position() token.Position {
	if v.n == nil {
		return token.Position{}
	}
	return v.n.pos
}

// Get returns the value of a key of a mapping; it is zero if there is none.
func (v Value) Get(name string) Value {
	if m := v.n.member(name); m != nil {
		return Value{m.value, m.pos}
	}
	return Value{}
}

// Has reports whether a mapping has the given key.
func (v Value) Has(name string) bool { return v.n.has(name) }

// Members returns the keys of a mapping and their values, in the order of the
// file.
func (v Value) Members() []Member {
	if v.n == nil {
		return nil
	}
	members := make([]Member, len(v.n.members))
	for i, m := range v.n.members {
		members[i] = Member{m.name, Value{m.value, m.pos}}
	}
	return members
}

// Items returns the items of a list.
func (v Value) Items() []Value {
	if v.n == nil {
		return nil
	}
	items := make([]Value, len(v.n.items))
	for i, item := range v.n.items {
		items[i] = Value{n: item}
	}
	return items
}

// Describe says what the value is, for "expected this, found that".
func (v Value) Describe() string {
	if v.n == nil {
		return "nothing"
	}
	return v.n.describe()
}

// Finding returns a finding about the value. The rule is one of [Rules].
func (v Value) Finding(rule *finding.Rule, message, hint string) Diagnostic {
	return finding.New(rule, v.Position(), v.Pointer(), message, hint)
}

// KeyFinding returns a finding about the key that the value stands under.
func (v Value) KeyFinding(rule *finding.Rule, message, hint string) Diagnostic {
	d := v.Finding(rule, message, hint)
	if v.key.IsValid() {
		d.Pos = v.key
	}
	return d
}

// TextAt returns a text at the place of v.
func (v Value) TextAt(s string) Value { return v.scalar(text, s) }

// NumberAt returns a number, given in plain decimals, at the place of v.
func (v Value) NumberAt(s string) Value { return v.scalar(number, s) }

// BooleanAt returns a truth value at the place of v.
func (v Value) BooleanAt(b bool) Value {
	if b {
		return v.scalar(boolean, "true")
	}
	return v.scalar(boolean, "false")
}

// NullAt returns a null at the place of v.
func (v Value) NullAt() Value { return v.scalar(null, "null") }

func (v Value) scalar(k kind, s string) Value {
	return Value{&node{kind: k, text: s, pos: v.Position(), pointer: v.Pointer()}, v.key}
}

// ListAt returns a list at the place of v.
func (v Value) ListAt(items ...Value) Value {
	n := &node{kind: list, pos: v.Position(), pointer: v.Pointer()}
	for _, item := range items {
		n.items = append(n.items, item.n)
	}
	return Value{n, v.key}
}

// MappingAt returns a mapping at the place of v. Members without a value are
// left out.
func (v Value) MappingAt(members ...Member) Value {
	n := &node{kind: mapping, pos: v.Position(), pointer: v.Pointer()}
	for _, m := range members {
		if m.Value.n == nil {
			continue
		}
		pos := m.Value.key
		if !pos.IsValid() {
			pos = m.Value.n.pos
		}
		n.members = append(n.members, member{m.Name, pos, m.Value.n})
	}
	return Value{n, v.key}
}
