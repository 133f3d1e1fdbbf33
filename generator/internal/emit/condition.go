package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// condition returns the expression that is true for the errors that a condition
// matches.
func (e *emitter) condition(c model.Condition) jen.Code {
	switch c := c.(type) {
	case model.ValueCondition:
		return e.qualified("errors", "Is").Call(e.err(), e.object(c.Value))
	case model.ErrorTypeCondition:
		return e.runtime("IsType").Types(e.typ(c.Type)).Call(e.err())
	case model.FuncCondition:
		return e.object(c.Func).Call(e.err())
	case model.ClassCondition:
		return e.classCondition(c)
	case model.StatusCondition:
		return joined(e.statusTests(c), "||")
	case model.TypeNameCondition:
		return e.runtime("HasType").Call(e.err(), jen.Lit(string(c)))
	case model.PatternCondition:
		return jen.Id(e.policy.Patterns[c].Name).Dot("MatchString").Call(e.runtime("Text").Call(e.err()))
	case model.GrpcCondition:
		return e.grpcCondition(c)
	}
	panic(fmt.Sprintf("unreachable: condition %T", c))
}

// classCondition returns the test of a class of errors.
func (e *emitter) classCondition(c model.ClassCondition) jen.Code {
	switch c {
	case "timeout":
		return e.runtime("IsTimeout").Call(e.err())
	case "network":
		return e.runtime("IsNetwork").Call(e.err())
	case "rate_limit":
		return e.condition(model.StatusCondition{{Low: 429, High: 429}})
	case "server_error":
		return e.runtime("IsServerFault").Call(e.err())
	default:
		panic(fmt.Sprintf("generator: error class %q", string(c)))
	}
}

// usesStatus reports whether a condition is about the HTTP status.
func usesStatus(c model.Condition) bool {
	class, ok := c.(model.ClassCondition)
	if _, isStatus := c.(model.StatusCondition); isStatus {
		return true
	}
	return ok && class == "rate_limit"
}

// statusTests returns the test of each range. Ranges that follow each other are
// one.
func (e *emitter) statusTests(c model.StatusCondition) []jen.Code {
	var ranges []schema.StatusRange
	for _, r := range c {
		if last := len(ranges) - 1; last >= 0 && ranges[last].High+1 == r.Low {
			ranges[last].High = r.High
		} else {
			ranges = append(ranges, r)
		}
	}
	tests := make([]jen.Code, len(ranges))
	for i, r := range ranges {
		status := jen.Id(e.policy.StatusName)
		if r.Low == r.High {
			tests[i] = status.Op("==").Lit(r.Low)
		} else {
			tests[i] = status.Op(">=").Lit(r.Low).Op("&&").Id(e.policy.StatusName).Op("<=").Lit(r.High)
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

// grpcCondition returns the test of the status code of gRPC, of Connect, or of
// either.
func (e *emitter) grpcCondition(c model.GrpcCondition) jen.Code {
	var tests []jen.Code
	if c.Grpc {
		tests = append(tests, e.codeTest(c, e.qualified(model.GrpcStatusPath, "Code"), model.GrpcCodesPath, ""))
	}
	if c.Connect {
		tests = append(tests, e.codeTest(c, e.connect("CodeOf"), model.ConnectPath, "Code"))
	}
	return joined(tests, "||")
}

// codeTest returns the comparison of what codeOf makes of the error with the
// constants of a package, whose names begin with prefix.
func (e *emitter) codeTest(c model.GrpcCondition, codeOf *jen.Statement, path, prefix string) jen.Code {
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

// joined joins expressions with an operator, one on each line.
func joined(expressions []jen.Code, operator string) *jen.Statement {
	all := jen.Add(expressions[0])
	for _, next := range expressions[1:] {
		all.Op(operator).Line().Add(next)
	}
	return all
}
