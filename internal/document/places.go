package document

import (
	"go/token"
)

// Places are the places of the keys and values of a document. Columns count
// characters, as editors do, not bytes; offsets are 0.
type Places struct {
	name   string
	keys   map[Pointer]token.Position
	values map[Pointer]token.Position
}

// NewPlaces returns the places of root and of all that is in it.
func NewPlaces(name string, root *Node) *Places {
	d := &Places{
		name:   name,
		keys:   make(map[Pointer]token.Position),
		values: make(map[Pointer]token.Position),
	}
	if root != nil {
		d.add(root)
	}
	return d
}

func (d *Places) add(n *Node) {
	d.values[n.pointer] = n.pos
	d.AddMembers(n.members)
	for _, item := range n.items {
		d.add(item)
	}
}

// AddMembers adds the places of members, and of all that is in them.
func (d *Places) AddMembers(members []Member) {
	for _, m := range members {
		d.keys[m.Value.pointer] = m.Value.KeyPosition()
		d.add(m.Value)
	}
}

// Position returns the place of the value at p, or of the nearest value around
// it that the document has.
func (d *Places) Position(p Pointer) token.Position {
	if d == nil {
		return token.Position{} // of a document that was not read
	}
	for {
		if pos, ok := d.values[p]; ok {
			return pos
		}
		parent, ok := p.Parent()
		if !ok {
			return token.Position{Filename: d.name}
		}
		p = parent
	}
}

// KeyPosition returns the place of the key of the member at p, or, where p is
// no member of a mapping, what [Places.Position] returns.
func (d *Places) KeyPosition(p Pointer) token.Position {
	if d != nil {
		if pos, ok := d.keys[p]; ok {
			return pos
		}
	}
	return d.Position(p)
}

// Has reports whether the document has a value at p.
func (d *Places) Has(p Pointer) bool {
	if d == nil {
		return false
	}
	_, ok := d.values[p]
	return ok
}
