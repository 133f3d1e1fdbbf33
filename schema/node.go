package schema

import (
	"go/token"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// kind is the kind of a node.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	list
	mapping
)

// String returns the kind in words that a reader of a finding knows.
func (k kind) String() string {
	return [...]string{"null", "a truth value", "a number", "text", "a list", "a mapping"}[k]
}

// node is a value of a spec, whatever the syntax it was written in.
type node struct {
	kind    kind
	pos     token.Position
	pointer Pointer
	refused bool     // a finding is about it as a whole, in a file of another system
	tagged  bool     // written with a YAML tag, which is the key of this mapping
	text    string   // of a boolean, number or text; a number in plain decimals
	items   []*node  // of a list
	members []member // of a mapping, in the order of the file
}

// member is a key of a mapping, and its value.
type member struct {
	name  string
	pos   token.Position
	value *node
}

// member returns the member with the given name, or nil; n may be nil.
func (n *node) member(name string) *member {
	if n == nil {
		return nil
	}
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i]
		}
	}
	return nil
}

// has reports whether the mapping n has the given key.
func (n *node) has(name string) bool { return n.member(name) != nil }

// names returns the keys of the mapping n.
func (n *node) names() []string {
	names := make([]string, len(n.members))
	for i, m := range n.members {
		names[i] = m.name
	}
	return names
}

// describe says what n is, for "expected this, found that".
func (n *node) describe() string {
	switch n.kind {
	case boolean:
		return n.text
	case number:
		if strings.HasSuffix(n.text, ".") { // which would look like the end of a sentence
			return "the number " + finding.Quote(n.text)
		}
		return "the number " + finding.Clip(n.text)
	case text:
		return "the text " + finding.Quote(n.text)
	case null:
		if n.text != "" {
			return "null"
		}
		return "nothing"
	default:
		return n.kind.String()
	}
}
