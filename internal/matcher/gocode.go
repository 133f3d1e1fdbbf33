package matcher

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/goname"
)

// Go matches a Go error value by errors.Is, or a Go error type by errors.As.
type Go struct {
	Entry
	Name goname.Name
}

// Terms returns the name.
func (m Go) Terms() []Term {
	return []Term{{At: m.Pointer, Kind: "go", Value: m.Name.String(), Outcome: m.outcome(Unknown), Service: m.Service}}
}

// Condition returns the declaration.
func (m Go) Condition() Condition { return Declared{m.Name} }

func (m Go) with(e Entry) Matcher {
	m.Entry = e
	return m
}

// Func matches errors for which a Go function of type func(error) bool returns
// true.
type Func struct {
	Entry
	Name goname.Name
}

// Terms returns the name of the function.
func (m Func) Terms() []Term {
	return []Term{{At: m.Pointer, Kind: "func", Value: m.Name.String(), Outcome: m.outcome(Unknown), Service: m.Service}}
}

// Condition returns the function.
func (m Func) Condition() Condition { return Accepted{m.Name} }

func (m Func) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func decodeFunc(_ decode.Object, v decode.Value, e Entry) Matcher {
	return Func{Entry: e, Name: goname.Decode(v)}
}
