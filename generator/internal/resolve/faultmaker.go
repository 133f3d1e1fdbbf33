package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// faultOf returns the function that makes an error that a condition matches; nil if
// the fake cannot make one.
func (p *fakePackage) faultOf(m schema.Matcher, c model.Condition) *fault {
	f := p.namedFault(m, c)
	if f != nil && f.longer == "" && (matcher.Service(m) != "" || m.At() == "") {
		f.longer = exported(goIdentifier(matcher.Service(m))) + f.Name
	}
	return f
}

// namedFault is faultOf with the short name of the function.
func (p *fakePackage) namedFault(m schema.Matcher, c model.Condition) *fault {
	f := &fault{FaultError: &model.FaultError{}, at: m.At()}
	switch c := c.(type) {
	case model.ErrorValue:
		if p.there.inaccessible(c.Value) != "" {
			return nil
		}
		f.Name, f.Make, f.what = nameOfValue(c.Value), model.MakeValue(c), p.linkTo(c.Value)
	case model.ErrorOfType:
		if p.there.unwritable(c.Type) != "" {
			return nil
		}
		f.Name, f.Make, f.what = p.nameOfType(c.Type), model.MakeTyped(c), "err"
	case model.FieldIn:
		return p.faultWithField(f, m, c)
	case model.CodeIn:
		f.Name, f.Make, f.what = "GRPC", model.MakeCode{}, "an error with a status code of gRPC"
		if !c.GRPC {
			f.Make, f.what = model.MakeCode{Connect: true}, "an error with a status code of Connect"
		}
	case model.Answers:
		f.Name, f.Make, f.what = exported(c.Method), model.MakeAnswer(c), "an error whose method "+c.Method+" returns true"
	case model.RuntimeCall:
		return f.ofCall(c)
	case model.StatusIn:
		if _, isClass := m.(matcher.Class); isClass {
			f.Name, f.what, f.Make = "RateLimit", "an error with status 429", model.MakeCall{Func: "Status", Known: []string{"429"}}
			return f
		}
		f.Name, f.what, f.Make = "Status", "an error with an HTTP status code", model.MakeCall{Func: "Status", Param: "code", Type: "int"}
	case model.TextMatches:
		pattern, _ := m.Condition().(matcher.TextMatches)
		f.Name, f.what = "Text", "an error with a text that a pattern of the policies has to match"
		f.Make = model.MakeCall{Func: "Text", Param: "text", Type: "string", Known: []string{pattern.Expression}}
	case model.Accepted:
		return nil
	}
	return f
}

// faultWithField completes the function that makes an error with a value in a field;
// nil if a method has the value.
func (p *fakePackage) faultWithField(f *fault, m schema.Matcher, c model.FieldIn) *fault {
	if slices.ContainsFunc(c.Steps, func(s model.Step) bool { return s.IsMethod }) || p.there.unwritable(c.Type) != "" {
		return nil
	}
	switch m.(type) {
	case matcher.Status:
		f.Name = "Status"
	case matcher.SQLState:
		f.Name = "SQLState"
	case matcher.Label:
		f.Name = "Label"
	default:
		f.Name = "Code"
	}
	path := strings.TrimPrefix(c.Path(), ".")
	f.longer = p.nameOfType(c.Type) + f.Name
	f.Make = model.MakeField{Type: c.Type, Path: path, Kind: c.Kind}
	f.what = fmt.Sprintf("an error of type %s with a value in %s", p.there.typeText(c.Type), path)
	return f
}

// ofCall completes the function that makes an error that a function of the runtime
// accepts; nil if there is none.
func (f *fault) ofCall(c model.RuntimeCall) *fault {
	call := model.MakeCall{Func: c.Func}
	switch c.Func {
	case "IsTimeout":
		f.Name, call.Func, f.what = "Timeout", "Timeout", "an error that says that it is a timeout"
	case "IsNetwork":
		f.Name, call.Func, f.what = "Network", "Network", "the error of a connection that was reset"
	case "IsServerFault":
		f.Name, call.Func, call.Known, f.what = "ServerError", "Status", []string{"500"}, "an error with status 500"
	case "HasType":
		f.Name, call.Func, call.Known = exported(goIdentifier(c.Args[0])), "Typed", c.Args
		f.what = "an error of type " + c.Args[0]
	case "HasSQLState":
		f.Name, call = "SQLState", model.MakeCall{Func: "SQLState", Param: "state", Type: "string", Known: c.Args}
		f.what = "an error with an SQLSTATE that the policies have to name"
	case "HasCode":
		f.Name, call = "Code", model.MakeCall{Func: "Code", Param: "code", Type: "string", Known: c.Args}
		f.what = "an error with a code that the policies have to name"
	case "HasLabel":
		f.Name, call = "Label", model.MakeCall{Func: "Label", Param: "label", Type: "string", Known: c.Args}
		f.what = "an error with a label that the policies have to name"
	case "HasPrefix":
		f.Name, call = "Prefix", model.MakeCall{Func: "Prefix", Param: "text", Type: "string", Known: c.Args}
		f.what = "an error with a text that has to begin with a prefix of the policies"
	default:
		return nil
	}
	f.Make = call
	return f
}

// madeByCall returns a fault without parameters.
func madeByCall(name, what string, v verdict) *fault {
	return &fault{longer: name + "Error", FaultError: &model.FaultError{Name: name, Make: model.MakeCall{Func: name}}, what: what, verdicts: []verdict{v}}
}
