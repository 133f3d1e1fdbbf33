package schema

import (
	"go/token"
)

// Document is a spec file as it was read, with the place of every key and
// value. Columns count characters, as editors do, not bytes; offsets are 0.
type Document struct {
	name   string
	keys   map[Pointer]token.Position
	values map[Pointer]token.Position
	// origins are the pointers of values that stand in other files, in those.
	origins map[Pointer]Pointer
	// directives are the comments that speak to retrygen.
	directives []Directive
}

// newDocument returns the places of root and of all that is in it.
func newDocument(name string, root *node) *Document {
	d := &Document{
		name:   name,
		keys:   make(map[Pointer]token.Position),
		values: make(map[Pointer]token.Position),
	}
	if root != nil {
		d.add(root)
	}
	return d
}

func (d *Document) add(n *node) {
	d.values[n.pointer] = n.pos
	d.addMembers(n.members)
	for _, item := range n.items {
		d.add(item)
	}
}

func (d *Document) addMembers(members []member) {
	for _, m := range members {
		d.keys[m.value.pointer] = m.pos
		d.add(m.value)
	}
}

// Position returns the place of the value at p, or of the nearest value around
// it that the document has.
func (d *Document) Position(p Pointer) token.Position {
	if d == nil {
		return token.Position{} // of a Spec that was not loaded
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
// no member of a mapping, what [Document.Position] returns.
func (d *Document) KeyPosition(p Pointer) token.Position {
	if d != nil {
		if pos, ok := d.keys[p]; ok {
			return pos
		}
	}
	return d.Position(p)
}
