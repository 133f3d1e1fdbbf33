package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
)

// condition returns the expression that is true for the errors that a condition
// matches.
func (e *emitter) condition(c model.Condition) jen.Code {
	switch c := c.(type) {
	case model.ErrorValue:
		return e.qualified("errors", "Is").Call(e.err(), e.object(c.Value))
	case model.ErrorOfType:
		return e.gen("IsType").Types(e.typ(c.Type)).Call(e.err())
	case model.Accepted:
		return e.object(c.Func).Call(e.err())
	case model.RuntimeCall:
		return e.runtimeCall(c)
	case model.Answers:
		method := jen.Interface(jen.Id(c.Method).Params().Bool())
		return e.anyError(method, jen.Id("e").Dot(c.Method).Call())
	case model.StatusIn:
		return joined(rangeTests(jen.Id(e.policy.StatusName), c), "||")
	case model.TextMatches:
		return jen.Id(e.policy.Patterns[c].Name).Dot("MatchString").Call(e.gen("Text").Call(e.err()))
	case model.CodeIn:
		return e.codes(c)
	case model.FieldIn:
		return e.anyError(e.typ(c.Type), e.fieldTest(c))
	}
	return nil
}

// runtimeCall returns the call of a function of the runtime.
func (e *emitter) runtimeCall(c model.RuntimeCall) jen.Code {
	f := e.runtime
	if c.Gen {
		f = e.gen
	}
	args := []jen.Code{e.err()}
	for _, arg := range c.Args {
		args = append(args, stringLiteral(arg))
	}
	return f(c.Func).Call(args...)
}

// anyError returns the test of the errors in the tree that are of a type. The
// test names such an error e.
func (e *emitter) anyError(typ, test jen.Code) jen.Code {
	f := jen.Func().Params(jen.Id("e").Add(typ)).Bool().Block(jen.Return(test))
	return e.gen("Any").Call(e.err(), f)
}

// fieldTest returns the comparison of the field of the error e, after tests that
// what leads to it is not nil.
func (e *emitter) fieldTest(c model.FieldIn) jen.Code {
	field := jen.Id("e")
	var tests []jen.Code
	for i, step := range c.Steps {
		field = field.Clone().Dot(step.Name)
		if step.IsMethod {
			field = field.Call()
		}
		if step.CanBeNil && i < len(c.Steps)-1 {
			tests = append(tests, field.Clone().Op("!=").Nil())
		}
	}
	comparisons := e.valueTests(c, field)
	comparison := jen.Add(comparisons[0])
	for _, next := range comparisons[1:] {
		comparison.Op("||").Add(next)
	}
	if len(tests) == 0 {
		return comparison
	}
	if len(comparisons) > 1 {
		comparison = jen.Parens(comparison)
	}
	all := jen.Add(tests[0])
	for _, next := range append(tests[1:], comparison) {
		all.Op("&&").Add(next)
	}
	return all
}

// valueTests returns the expressions of which one is true if a field has one of
// the values of a condition.
func (e *emitter) valueTests(c model.FieldIn, field *jen.Statement) []jen.Code {
	switch c.Kind {
	case model.Flag:
		return []jen.Code{field}
	case model.ListField:
		tests := make([]jen.Code, len(c.Values))
		for i, v := range c.Values {
			tests[i] = e.qualified("slices", "Contains").Call(field.Clone(), stringLiteral(v))
		}
		return tests
	case model.NumberField:
		if len(c.Statuses) > 0 {
			return rangeTests(field, c.Statuses)
		}
		return []jen.Code{e.isOneOf(c, field, "int", numberLiteral)}
	case model.TextField:
		if slices.ContainsFunc(c.Values, func(v string) bool { return strings.HasSuffix(v, "*") }) {
			args := []jen.Code{converted(c, field, "string")}
			for _, v := range c.Values {
				args = append(args, stringLiteral(v))
			}
			return []jen.Code{e.gen("Matches").Call(args...)}
		}
		return []jen.Code{e.isOneOf(c, field, "string", func(v string) jen.Code { return stringLiteral(v) })}
	}
	return nil
}

// isOneOf returns the test that a field is one of several constants.
func (e *emitter) isOneOf(c model.FieldIn, field *jen.Statement, typ string, literal func(string) jen.Code) jen.Code {
	if len(c.Values) == 1 {
		return field.Op("==").Add(literal(c.Values[0]))
	}
	literals := make([]jen.Code, len(c.Values))
	for i, v := range c.Values {
		literals[i] = literal(v)
	}
	return e.qualified("slices", "Contains").Call(jen.Index().Id(typ).Values(literals...), converted(c, field, typ))
}

// converted returns a field as a value of a predeclared type.
func converted(c model.FieldIn, field *jen.Statement, typ string) jen.Code {
	if !c.IsNamed {
		return field
	}
	return jen.Id(typ).Call(field)
}

// numberLiteral returns the literal of a whole number that a spec spells.
func numberLiteral(spelling string) jen.Code {
	n, _ := strconv.ParseInt(spelling, 10, 64) // the resolver has checked it
	return number(n)
}

// rangeTests returns the test of each range of status codes.
func rangeTests(status *jen.Statement, ranges []matcher.Range) []jen.Code {
	tests := make([]jen.Code, 0, len(ranges))
	for _, r := range matcher.Merge(ranges) {
		if r.Low == r.High {
			tests = append(tests, status.Clone().Op("==").Lit(r.Low))
		} else {
			tests = append(tests, status.Clone().Op(">=").Lit(r.Low).Op("&&").Add(status.Clone()).Op("<=").Lit(r.High))
		}
	}
	return tests
}

// grpcConstants are the names of package codes for the codes of the protocol.
var grpcConstants = map[string]string{
	"CANCELLED": "Canceled", "UNKNOWN": "Unknown", "INVALID_ARGUMENT": "InvalidArgument",
	"DEADLINE_EXCEEDED": "DeadlineExceeded", "NOT_FOUND": "NotFound", "ALREADY_EXISTS": "AlreadyExists",
	"PERMISSION_DENIED": "PermissionDenied", "RESOURCE_EXHAUSTED": "ResourceExhausted",
	"FAILED_PRECONDITION": "FailedPrecondition", "ABORTED": "Aborted", "OUT_OF_RANGE": "OutOfRange",
	"UNIMPLEMENTED": "Unimplemented", "INTERNAL": "Internal", "UNAVAILABLE": "Unavailable",
	"DATA_LOSS": "DataLoss", "UNAUTHENTICATED": "Unauthenticated",
}

// codes returns the test of the status code of gRPC, of Connect, or of either.
func (e *emitter) codes(c model.CodeIn) jen.Code {
	var tests []jen.Code
	if c.GRPC {
		tests = append(tests, e.codeTest(c, e.qualified(model.GrpcStatusPath, "Code"), model.GrpcCodesPath, ""))
	}
	if c.Connect {
		tests = append(tests, e.codeTest(c, e.qualified(model.ConnectPath, "CodeOf"), model.ConnectPath, "Code"))
	}
	return joined(tests, "||")
}

// codeTest returns the comparison of what codeOf makes of the error with the
// constants of a package, whose names begin with prefix.
func (e *emitter) codeTest(c model.CodeIn, codeOf *jen.Statement, path, prefix string) jen.Code {
	status := codeOf.Call(e.err())
	codes := make([]jen.Code, len(c.Codes))
	for i, code := range c.Codes {
		codes[i] = e.qualified(path, prefix+grpcConstants[code])
	}
	if len(codes) == 1 {
		return status.Op("==").Add(codes[0])
	}
	list := jen.Index().Add(e.qualified(path, "Code")).Values(codes...)
	return e.qualified("slices", "Contains").Call(list, status)
}

// longChain is the number of tests from which a chain of || takes gofmt, and so
// jennifer, longer than they are worth: its time grows with their square.
const longChain = 100

// ifAny returns the statement that does something if one of several tests is
// true.
func ifAny(tests []jen.Code, then jen.Code) jen.Code {
	if len(tests) < longChain {
		return jen.If(joined(tests, "||")).Block(then)
	}
	return jen.Switch().Block(jen.Case(joined(tests, ",")).Block(then))
}

// joined joins expressions with an operator, one on each line.
func joined(expressions []jen.Code, operator string) *jen.Statement {
	all := jen.Add(expressions[0])
	for _, next := range expressions[1:] {
		all.Op(operator).Line().Add(next)
	}
	return all
}
