package matcher

import "github.com/retrygen/retrygen/internal/decode"

// Type matches errors by the name of their type: what they answer to
// ErrorType() string or Type() string, else the Go type name without package.
type Type struct {
	Entry
	Type string
}

// Terms returns the name.
func (m Type) Terms() []Term {
	return []Term{{At: m.Pointer, Kind: "type", Value: m.Type, Outcome: m.outcome(Unknown), Service: m.Service}}
}

// Condition returns the function of the runtime for type names.
func (m Type) Condition() Condition { return Call{Gen: true, Func: "HasType", Args: []string{m.Type}} }

func (m Type) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func decodeType(_ decode.Object, v decode.Value, e Entry) Matcher {
	return Type{Entry: e, Type: v.Word("")}
}
