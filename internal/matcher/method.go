package matcher

import "github.com/retrygen/retrygen/internal/decode"

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

func (m Method) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func decodeMethod(o decode.Object, v decode.Value, e Entry) Matcher {
	if field := decodeField(o); field != nil {
		return Code{Entry: e, Codes: []Value{{"true", v.Pointer()}}, Field: field}
	}
	return Method{Entry: e, Method: v.Word("")}
}
