package decode

import "github.com/retrygen/retrygen/internal/document"

// Object is a mapping whose keys a definition of the JSON Schema describes, or
// the absence of one.
type Object struct {
	Value
	definition string
}

// Member is a key of a mapping whose keys the user chooses, and its value.
type Member struct {
	Name  string
	Value Value
}

// Get returns the value of a key, and notes that it was read.
func (o Object) Get(name string) Value {
	o.ctx.asked[o.definition][name] = true
	return o.Member(name)
}

// Nullable is Get for a key that takes null, which reads as if it were absent.
// A null that is not written is refused, because it looks like an oversight.
func (o Object) Nullable(name string) Value {
	v := o.Get(name)
	if !v.Is(document.Null) {
		return v
	}
	if v.Text() == "" {
		v.Reject(WrongType, "the value is missing", "write null, or leave the key out")
	}
	return Value{nil, o.ctx}
}

// Each calls do for the items of the list under a key, in order.
func (o Object) Each(name string, do func(Value)) {
	for _, item := range o.Get(name).Items() {
		do(item)
	}
}

// maxMembers bounds the members of a mapping whose keys the user chooses.
const maxMembers = 1000

// Members returns the members of a mapping whose keys the user chooses.
func (v Value) Members() []Member {
	if !v.expect(document.Mapping) {
		return nil
	}
	nodes := v.Node.Members()
	if len(nodes) > maxMembers {
		v.Reject(document.Limit, "there are more than 1000 members", "split the spec into several files")
		return nil
	}
	members := make([]Member, len(nodes))
	for i, m := range nodes {
		members[i] = Member{m.Name, Value{m.Value, v.ctx}}
	}
	return members
}
