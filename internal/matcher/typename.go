package matcher

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

func (m Type) only(keep []bool) Matcher { return whole(m, keep) }

func (m Type) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func decodeType(i item) Matcher {
	return Type{Entry: i.entry, Type: i.value.Word("")}
}
