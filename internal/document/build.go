package document

import (
	"go/token"
	"slices"
)

// TextAt returns a text at the place of n.
func (n *Node) TextAt(s string) *Node { return n.scalar(Text, s) }

// NumberAt returns a number, given in plain decimals, at the place of n.
func (n *Node) NumberAt(s string) *Node { return n.scalar(Number, s) }

// BooleanAt returns a truth value at the place of n.
func (n *Node) BooleanAt(b bool) *Node {
	if b {
		return n.scalar(Boolean, "true")
	}
	return n.scalar(Boolean, "false")
}

// NullAt returns a null at the place of n.
func (n *Node) NullAt() *Node { return n.scalar(Null, "null") }

func (n *Node) scalar(k Kind, s string) *Node {
	c := n.at(k)
	c.text = s
	return c
}

// at returns a value of the given kind at the place of n, which may be nil.
func (n *Node) at(k Kind) *Node {
	c := &Node{kind: k, pos: n.Position(), pointer: n.Pointer()}
	if n != nil {
		c.key = n.key
	}
	return c
}

// ListAt returns a list at the place of n.
func (n *Node) ListAt(items ...*Node) *Node {
	c := n.at(List)
	c.items = items
	return c
}

// MappingAt returns a mapping at the place of n. Members without a value are
// left out.
func (n *Node) MappingAt(members ...Member) *Node {
	c := n.at(Mapping)
	for _, m := range members {
		if m.Value != nil {
			c.members = append(c.members, m)
		}
	}
	return c
}

// Append adds members to the mapping n.
func (n *Node) Append(members ...Member) { n.members = append(n.members, members...) }

// Remove removes the members with the given names from the mapping n, and
// returns them.
func (n *Node) Remove(names ...string) []Member {
	var kept, removed []Member
	for _, m := range n.members {
		if slices.Contains(names, m.Name) {
			removed = append(removed, m)
		} else {
			kept = append(kept, m)
		}
	}
	n.members = kept
	return removed
}

// New returns an empty mapping at the beginning of a file, as the root of a
// document that is put together from others.
func New(name string) *Node {
	return &Node{kind: Mapping, pos: token.Position{Filename: name, Line: 1, Column: 1}}
}

// Put returns value as the value of a key of the mapping n, with its own place,
// and its pointer in n.
func (n *Node) Put(name string, value *Node) *Node {
	value.pointer = n.pointer.Key(name)
	n.members = append(n.members, Member{name, value})
	return value
}
