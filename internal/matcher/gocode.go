package matcher

import (
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

func (m Go) only(keep []bool) Matcher { return whole(m, keep) }

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

func (m Func) only(keep []bool) Matcher { return whole(m, keep) }

func (m Func) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func decodeFunc(i item) Matcher {
	return Func{Entry: i.entry, Name: goname.Decode(i.value)}
}
