package matcher

// Method matches errors with a method of type func() bool that returns true,
// such as Temporary.
type Method struct {
	Entry
	Method string
}

// Terms returns the method.
func (m Method) Terms() []Term {
	return []Term{{At: m.Pointer, Kind: "method", Value: m.Method, Outcome: m.outcome(Unknown)}}
}

// Condition returns the call of the method.
func (m Method) Condition() Condition { return Answers{m.Method} }
