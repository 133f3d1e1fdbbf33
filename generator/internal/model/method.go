package model

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"time"
)

// WithFailure returns the method with one more parameter, after the context or
// first: the error of the policy that gave up.
func (m *Method) WithFailure() *Method {
	with := *m
	failure := Variable{Name: m.Failure, Type: ErrorType}
	with.Params = slices.Insert(slices.Clone(m.Params), m.Context+1, failure)
	return &with
}

// Method is a method of a generated client.
type Method struct {
	Name     string
	Params   []Variable
	Variadic bool
	Results  []Variable
	// Named is set if the results are named in the signature.
	Named bool
	// Context is the index of the context among params, or −1.
	Context int
	// Request is the index of an *http.Request among params, which has a
	// context of its own, or −1.
	Request int
	// Field is the policy that the method follows, or nil: it passes through.
	Field *PolicyField
	// PassReason says why a method passes through although a policy is meant for it.
	PassReason string
	// Child is the client that wraps the first result, or nil.
	Child *Client
	// ErrorMethod is the method of a result that has the error of the call, and
	// ErrorResult the index of that result. It is empty if the last result is the
	// error, and for iterators.
	ErrorMethod string
	ErrorResult int
	// Answer is how the first result says that a call has failed whose error is
	// nil.
	Answer Answer
	// IsIterator is set if the result is an iterator that yields errors.
	IsIterator bool
	// Rewound are the indices of the parameters that are rewound before a retry.
	Rewound []int
	// Callbacks are the functions among the parameters whose errors are final.
	Callbacks []Callback
	// KeepsContext is set if a result lives on after the call, and may need the
	// context of the attempt.
	KeepsContext bool
	// Keyed is set if every call is given an idempotency key.
	Keyed bool
	// Deprecated is the note by which the wrapped method says that it is
	// deprecated, or empty.
	Deprecated string
	// Call is the name of the local variable that holds the retried call.
	Call string
	// Operation is the name of the local constant that holds the name of the
	// operation.
	Operation string
	// AsksFallback is set if the client's fallback answers when the policy gives
	// up; Failure is the name of its error parameter.
	AsksFallback bool
	Failure      string
	Locals       Locals
}

// Answer is a result that has the status of an HTTP response.
type Answer string

// The answers.
const (
	NoAnswer       Answer = ""
	ResponseAnswer Answer = "response" // an *http.Response
	StatusAnswer   Answer = "status"   // what has been read of one, with a method StatusCode
)

// HasErrorLast reports whether the last result is the error of the call.
func (m *Method) HasErrorLast() bool { return m.ErrorMethod == "" && !m.IsIterator }

// Callback is a parameter that is a function and returns an error last.
type Callback struct {
	Param     int
	Signature *types.Signature
	Params    []Variable
	Results   []Variable
}

// Locals are the names of the local variables of a method that only some
// methods have.
type Locals struct {
	Err       string // the error, where no result is one
	Positions string // of the parameters that are rewound
	Callback  string // what has the errors of callbacks
	Inner     string // the callback of the caller
}

// Variable is a parameter or a result.
type Variable struct {
	Name string
	Type types.Type
}

// MovesBytes reports whether a method is the one of io.Reader or io.Writer. It
// returns with its error how many bytes it has moved, and another attempt would
// lose or repeat those.
func (m *Method) MovesBytes() bool {
	if m.Name != "Read" && m.Name != "Write" || len(m.Params) != 1 || len(m.Results) != 2 {
		return false
	}
	n, ok := m.Results[0].Type.Underlying().(*types.Basic)
	return ok && n.Kind() == types.Int && IsBytes(m.Params[0].Type)
}

// IsBytes reports whether t is a slice of bytes.
func IsBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte])
}

// Timeout returns the attempt timeout that holds for a method.
func (m *Method) Timeout() time.Duration {
	return cmp.Or(m.Field.AttemptTimeout, m.Field.Policy.AttemptTimeout)
}

// NewVariable returns a parameter or a result as its source has it. Export data
// names some results that have no name there, such as "#rv1".
func NewVariable(v *types.Var) Variable {
	name := v.Name()
	if !token.IsIdentifier(name) {
		name = ""
	}
	return Variable{Name: name, Type: v.Type()}
}
