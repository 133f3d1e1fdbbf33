package matcher

import "github.com/retrygen/retrygen/internal/goname"

// Field is where a type of errors has the value that a matcher compares.
type Field struct {
	Of goname.Name
	// Path is a field or a method without parameters, or a chain of them:
	// "Number", "Response.StatusCode".
	Path string
}

// valueCondition returns the condition that the value in a field is one of the
// texts or, if field is nil, that a function of the runtime finds one of them.
func valueCondition(function string, values []Value, field *Field) Condition {
	if field == nil {
		return Call{Func: function, Args: texts(values)}
	}
	return FieldIn{Field: *field, Values: texts(values)}
}
