package matcher

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/goname"
)

// Field is where a type of errors has the value that a matcher compares.
type Field struct {
	Of goname.Name
	// Path is a field or a method without parameters, or a chain of them:
	// "Number", "Response.StatusCode".
	Path string
	// At is the place of the matcher in the spec.
	At finding.Pointer
}

// valueCondition returns the condition that the value in a field is one of the
// texts or, if field is nil, that a function of the runtime finds one of them;
// asks are the methods that it calls.
func valueCondition(function string, values []Value, field *Field, asks ...string) Condition {
	if field == nil {
		return Call{Gen: true, Func: function, Args: texts(values), Asks: asks}
	}
	return FieldIn{Field: *field, Values: texts(values)}
}

// String returns the field as a reader knows it: "*mysql.MySQLError.Number".
func (f Field) String() string { return f.Of.Short() + "." + f.Path }

// at returns the terms of a matcher that reads its values from the field. A nil
// field leaves them as they are.
func (f *Field) at(terms []Term) []Term {
	if f == nil {
		return terms
	}
	for i, t := range terms {
		if t.Kind == "status" {
			t.Value, t.Statuses = t.Statuses.String(), Range{}
		}
		t.Kind, t.Field = "field", f.String()
		terms[i] = t
	}
	return terms
}

// decodeField returns the field that the keys "of" and "field" or "method" of a
// matcher name, or nil.
func decodeField(o decode.Object) *Field {
	of, path := o.Get("of"), o.Get("field")
	if method := o.Get("method"); !path.IsSet() {
		path = method
	}
	if !of.IsSet() {
		if named := o.Get("field"); named.IsSet() {
			named.ReportKey(decode.MissingKey, "the type that has the field is missing", `write of: "*pkg.Error"`)
		}
		return nil
	}
	return &Field{Of: goname.Decode(of), Path: path.Word(""), At: o.Pointer()}
}
