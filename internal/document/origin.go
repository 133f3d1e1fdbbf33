package document

import "github.com/retrygen/retrygen/internal/finding"

// Origins are the pointers of values that were moved from other files, in
// those, by their pointers here.
type Origins map[Pointer]Pointer

// Restore returns a finding about a value that was moved from another file with
// the pointer that the value has there. Findings about the file itself stay.
func (o Origins) Restore(f finding.Finding, file string) finding.Finding {
	if f.Pos.Filename == file || f.Pos.Filename == "" {
		return f
	}
	for p, ok := f.Pointer, true; ok; p, ok = p.Parent() {
		if origin, isMoved := o[p]; isMoved {
			f.Pointer = origin + f.Pointer[len(p):]
			break
		}
	}
	return f
}

// Origins returns where the values come from that [Reader.Move] moved.
func (r *Reader) Origins() Origins { return r.origins }

// Move returns a copy of a member of another document as one of the mapping at
// p, which stands in depth-1 others. Its places stay; its pointers are those of
// this document.
func (r *Reader) Move(m Member, p Pointer, depth int) Member {
	moved := r.move(m.Value, p.Key(m.Name), depth)
	moved.key = m.Value.KeyPosition()
	return Member{m.Name, moved}
}

func (r *Reader) move(n *Node, p Pointer, depth int) *Node {
	if !r.count(n.pos, p, depth, len(n.text)) {
		r.MarkRejected(p) // the finding is about the first of these
		return &Node{kind: Null, pos: n.pos, key: n.key, pointer: p, text: "null"}
	}
	if r.origins == nil {
		r.origins = make(Origins)
	}
	r.origins[p] = n.pointer
	if n.refused {
		r.MarkRejected(p)
	}
	c := &Node{kind: n.kind, pos: n.pos, key: n.key, pointer: p, text: n.text}
	for i, item := range n.items {
		c.items = append(c.items, r.move(item, p.Index(i), depth+1))
	}
	for _, m := range n.members {
		c.members = append(c.members, Member{m.Name, r.move(m.Value, p.Key(m.Name), depth+1)})
	}
	return c
}
