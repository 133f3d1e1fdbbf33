package matcher

import "github.com/retrygen/retrygen/internal/goname"

// Condition is the Go condition that generated code tests for a matcher. It is
// one of [Declared], [Accepted], [Answers], [Call], [CodeIn], [FieldIn], [StatusIn]
// and [TextMatches].
//
//sumtype:decl
type Condition interface{ isCondition() }

// Declared is a Go declaration that the spec names: an error value, which is
// compared by errors.Is, or an error type, which is looked for by errors.As.
type Declared struct{ Name goname.Name }

// Accepted is a Go function of type func(error) bool that the spec names.
type Accepted struct{ Name goname.Name }

// Call is a function of the runtime that takes the error and texts.
type Call struct {
	// Gen is set if the function is in the part of the runtime that only
	// generated code calls.
	Gen  bool
	Func string
	Args []string
	// Asks are the methods of errors of which the function asks one; empty if it
	// asks for something else.
	Asks []string
}

// fieldsLike are the fields in which errors often have what a function of the
// runtime asks for.
var fieldsLike = map[string][]string{
	"HasSQLState": {"SQLState", "State"},
	"HasCode":     {"Code", "ErrorCode", "Number"},
	"HasLabel":    {"Labels"},
}

// Asks returns the methods of which an error must have one to satisfy a
// condition, and the fields in which errors without such a method often have
// the value. It returns none if the condition asks for something else.
func Asks(c Condition) (methods, fields []string) {
	switch c := c.(type) {
	case StatusIn:
		return []string{"StatusCode", "HTTPStatusCode"}, []string{"StatusCode", "HTTPStatusCode", "HTTPCode", "Code", "Status", "Response.StatusCode"}
	case Answers:
		return []string{c.Method}, nil
	case Call:
		return c.Asks, fieldsLike[c.Func]
	case Declared, Accepted, CodeIn, FieldIn, TextMatches:
		return nil, nil
	}
	return nil, nil
}

// StatusIn is true for errors with an HTTP status code in one of the ranges.
type StatusIn struct{ Ranges []Range }

// CodeIn is true for errors with one of the gRPC status codes.
type CodeIn struct{ Codes []string }

// Answers is true for errors whose method of the given name and of type
// func() bool returns true.
type Answers struct{ Method string }

// FieldIn is true for errors of a type whose field has one of the values: texts,
// numbers, or, for a field that holds an HTTP status, status codes.
type FieldIn struct {
	Field
	Values   []string // a text that ends in "*" is a prefix
	Statuses []Range  // instead of Values
}

// TextMatches is true for errors whose text matches a regular expression (RE2).
type TextMatches struct{ Expression string }

func (Declared) isCondition()    {}
func (Accepted) isCondition()    {}
func (Answers) isCondition()     {}
func (FieldIn) isCondition()     {}
func (Call) isCondition()        {}
func (StatusIn) isCondition()    {}
func (CodeIn) isCondition()      {}
func (TextMatches) isCondition() {}
