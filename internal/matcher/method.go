package matcher

// Method matches errors with a method of type func() bool that returns true,
// such as Temporary.
type Method struct {
	Entry
	Method string
}

// Terms returns the method.
func (m Method) Terms() []Term {
	return []Term{{At: m.Pointer, Kind: "method", Value: m.Method, Outcome: m.outcome(Unknown), Service: m.Service}}
}

// Condition returns the call of the method.
func (m Method) Condition() Condition { return Answers{m.Method} }

func (m Method) only(keep []bool) Matcher { return whole(m, keep) }

func (m Method) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func decodeMethod(i item) Matcher {
	if i.field != nil {
		return Code{Entry: i.entry, Codes: []Value{{"true", i.value.Pointer()}}, Field: i.field}
	}
	return Method{Entry: i.entry, Method: i.value.Word("")}
}
