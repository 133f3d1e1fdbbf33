package schema

import "go/token"

// Document is a spec file as it was read, with the place of every key and value.
type Document struct {
	keys   map[Pointer]token.Position
	values map[Pointer]token.Position
}

// Position returns the place of the value at p.
func (d *Document) Position(p Pointer) token.Position { return d.values[p] }

// KeyPosition returns the place of the key of the member at p.
func (d *Document) KeyPosition(p Pointer) token.Position { return d.keys[p] }
