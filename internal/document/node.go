// Package document reads YAML and JSON into trees that keep the place of every
// key and value. It is strict where readers of these formats disagree, and has
// bounds that hostile files cannot pass. It knows nothing of what the files
// mean.
package document

import (
	"go/token"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// Pointer is a JSON pointer (RFC 6901) to a value of a document.
type Pointer = finding.Pointer

// Kind is the kind of a [Node].
type Kind uint8

// The kinds.
const (
	Null Kind = iota
	Boolean
	Number
	Text
	List
	Mapping
)

// String returns the kind in words that a reader of a finding knows.
func (k Kind) String() string {
	return [...]string{"null", "a truth value", "a number", "text", "a list", "a mapping"}[k]
}

// Node is a value of a document, in YAML or JSON, and its place. The nil node
// is no value: it has no text, no items and no members.
type Node struct {
	kind    Kind
	pos     token.Position
	key     token.Position // of the key that it stands under, if it does
	pointer Pointer
	refused bool     // a finding is about it as a whole
	tagged  bool     // written with a YAML tag, which is the key of this mapping
	text    string   // of a boolean, number or text; a number in plain decimals
	items   []*Node  // of a list
	members []Member // of a mapping, in the order of the file
}

// Member is a key of a mapping, and its value.
type Member struct {
	Name  string
	Value *Node
}

// Kind returns the kind of the value; the kind of no value is Null.
func (n *Node) Kind() Kind {
	if n == nil {
		return Null
	}
	return n.kind
}

// Is reports whether there is a value, and it has the given kind.
func (n *Node) Is(kind Kind) bool { return n != nil && n.kind == kind }

// Text returns a boolean, number or text as it is written; a number is in plain
// decimals.
func (n *Node) Text() string {
	if n == nil {
		return ""
	}
	return n.text
}

// IsTagged reports whether the value is written with a YAML tag. It is then a
// mapping with the tag as its only key.
func (n *Node) IsTagged() bool { return n != nil && n.tagged }

// IsRefused reports whether a finding of [ReadFile] is about the value as a
// whole.
func (n *Node) IsRefused() bool { return n != nil && n.refused }

// Pointer returns the place of the value in its file.
func (n *Node) Pointer() Pointer {
	if n == nil {
		return ""
	}
	return n.pointer
}

// Position returns the place of the value in its file.
func (n *Node) Position() token.Position {
	if n == nil {
		return token.Position{}
	}
	return n.pos
}

// KeyPosition returns the place of the key that the value stands under, or of
// the value if it stands under none.
func (n *Node) KeyPosition() token.Position {
	if n == nil || !n.key.IsValid() {
		return n.Position()
	}
	return n.key
}

// Items returns the items of a list. The caller must not change them.
func (n *Node) Items() []*Node {
	if n == nil {
		return nil
	}
	return n.items
}

// Members returns the keys of a mapping and their values, in the order of the
// file. The caller must not change them.
func (n *Node) Members() []Member {
	if n == nil {
		return nil
	}
	return n.members
}

// Get returns the value of a key of a mapping, or nil.
func (n *Node) Get(name string) *Node {
	for _, m := range n.Members() {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// Has reports whether a mapping has the given key.
func (n *Node) Has(name string) bool { return n.Get(name) != nil }

// Names returns the keys of a mapping.
func (n *Node) Names() []string {
	names := make([]string, len(n.Members()))
	for i, m := range n.Members() {
		names[i] = m.Name
	}
	return names
}

// Find returns the value at p in the document that n is the root of, or nil.
func (n *Node) Find(p Pointer) *Node {
	for _, token := range p.Tokens() {
		if n = n.child(token); n == nil {
			return nil
		}
	}
	return n
}

// child returns the member or the item that a token of a pointer names.
func (n *Node) child(token string) *Node {
	if !n.Is(List) {
		return n.Get(token)
	}
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= len(n.items) || strconv.Itoa(i) != token {
		return nil
	}
	return n.items[i]
}

// Describe says what the value is, for "expected this, found that".
func (n *Node) Describe() string {
	switch n.Kind() {
	case Boolean:
		return n.text
	case Number:
		if strings.HasSuffix(n.text, ".") { // which would look like the end of a sentence
			return "the number " + finding.Quote(n.text)
		}
		return "the number " + finding.Clip(n.text)
	case Text:
		return "the text " + finding.Quote(n.text)
	case Null:
		if n.Text() != "" {
			return "null"
		}
		return "nothing"
	default:
		return n.kind.String()
	}
}

// Finding returns a finding about the value.
func (n *Node) Finding(rule *finding.Rule, message, hint string) finding.Finding {
	return finding.New(rule, n.Position(), n.Pointer(), message, hint)
}

// KeyFinding returns a finding about the key that the value stands under.
func (n *Node) KeyFinding(rule *finding.Rule, message, hint string) finding.Finding {
	return finding.New(rule, n.KeyPosition(), n.Pointer(), message, hint)
}
