package generator

import (
	"fmt"
	"go/types"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/schema"
)

// condition is a resolved matcher: a Go expression that is true for the
// errors that it matches.
type condition interface {
	// code returns the expression over the error of the classification.
	code(e *emitter) jen.Code
	// packages adds the import paths that the expression needs.
	packages(add func(*types.Package))
}

// referredBy returns the declaration that a condition refers to by name, or nil.
func referredBy(c condition) types.Object {
	switch c := c.(type) {
	case valueCondition:
		return c.value
	case funcCondition:
		return c.f
	case errorTypeCondition:
		t := c.typ
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		if name := objectOf(t); name != nil {
			return name
		}
	}
	return nil
}

// std stands for a package that is named by path only.
func std(path string) *types.Package { return types.NewPackage(path, guessName(path)) }

// valueCondition matches an error value, a variable or a constant, by errors.Is.
type valueCondition struct{ value types.Object }

func (c valueCondition) code(e *emitter) jen.Code {
	return e.qualified("errors", "Is").Call(e.err(), e.object(c.value))
}

func (c valueCondition) packages(add func(*types.Package)) {
	add(std("errors"))
	add(c.value.Pkg())
}

// errorTypeCondition matches an error type by errors.As.
type errorTypeCondition struct{ typ types.Type }

func (c errorTypeCondition) code(e *emitter) jen.Code {
	return e.runtime("IsType").Types(e.typ(c.typ)).Call(e.err())
}

func (c errorTypeCondition) packages(add func(*types.Package)) { packagesOf(c.typ, add) }

// funcCondition matches the errors for which a function of the user is true.
type funcCondition struct{ f *types.Func }

func (c funcCondition) code(e *emitter) jen.Code { return e.object(c.f).Call(e.err()) }

func (c funcCondition) packages(add func(*types.Package)) { add(c.f.Pkg()) }

// classCondition matches a class of errors that every program knows.
type classCondition string

func (c classCondition) code(e *emitter) jen.Code {
	switch c {
	case "timeout":
		return e.runtime("IsTimeout").Call(e.err())
	case "network":
		return e.runtime("IsNetwork").Call(e.err())
	case "rate_limit":
		return statusCondition{{Low: 429, High: 429}}.code(e)
	case "server_error":
		return e.runtime("IsServerFault").Call(e.err())
	default:
		panic(fmt.Sprintf("generator: error class %q", string(c)))
	}
}

func (classCondition) packages(func(*types.Package)) {}

// usesStatus reports whether a condition is about the HTTP status.
func usesStatus(c condition) bool {
	class, ok := c.(classCondition)
	if _, isStatus := c.(statusCondition); isStatus {
		return true
	}
	return ok && class == "rate_limit"
}

// statusCondition matches errors that carry an HTTP status in one of its ranges.
type statusCondition []schema.StatusRange

func (c statusCondition) code(e *emitter) jen.Code { return joined(c.tests(e), "||") }

// tests returns the test of each range. Ranges that follow each other are one.
func (c statusCondition) tests(e *emitter) []jen.Code {
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
		status := jen.Id(e.policy.statusName)
		if r.Low == r.High {
			tests[i] = status.Op("==").Lit(r.Low)
		} else {
			tests[i] = status.Op(">=").Lit(r.Low).Op("&&").Id(e.policy.statusName).Op("<=").Lit(r.High)
		}
	}
	return tests
}

func (statusCondition) packages(func(*types.Package)) {}

// typeNameCondition matches errors by the name of their type.
type typeNameCondition string

func (c typeNameCondition) code(e *emitter) jen.Code {
	return e.runtime("HasType").Call(e.err(), jen.Lit(string(c)))
}

func (typeNameCondition) packages(func(*types.Package)) {}

// patternCondition matches errors by their text. Its value is the index of the
// expression among those of the policy.
type patternCondition int

func (c patternCondition) code(e *emitter) jen.Code {
	return jen.Id(e.policy.patterns[c].name).Dot("MatchString").Call(e.runtime("Text").Call(e.err()))
}

func (patternCondition) packages(add func(*types.Package)) { add(std("regexp")) }

// grpcCondition matches errors by their status code: that of gRPC, that of
// Connect, or either, where clients of both are retried.
type grpcCondition struct {
	codes         []string
	grpc, connect bool
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

func (c grpcCondition) code(e *emitter) jen.Code {
	var tests []jen.Code
	if c.grpc {
		tests = append(tests, c.test(e, e.qualified(grpcStatusPath, "Code"), grpcCodesPath, ""))
	}
	if c.connect {
		tests = append(tests, c.test(e, e.connect("CodeOf"), connectPath, "Code"))
	}
	return joined(tests, "||")
}

// test returns the comparison of what codeOf makes of the error with the
// constants of a package, whose names begin with prefix.
func (c grpcCondition) test(e *emitter, codeOf *jen.Statement, path, prefix string) jen.Code {
	status := codeOf.Call(e.err())
	codes := make([]jen.Code, len(c.codes))
	for i, code := range c.codes {
		codes[i] = e.qualified(path, prefix+grpcConstants[code])
	}
	if len(codes) == 1 {
		return status.Op("==").Add(codes[0])
	}
	list := jen.Index().Add(e.qualified(path, "Code")).Values(codes...)
	return e.qualified("slices", "Contains").Call(list, status)
}

func (c grpcCondition) packages(add func(*types.Package)) {
	if c.grpc {
		add(std(grpcStatusPath))
		add(std(grpcCodesPath))
	}
	if c.connect {
		add(std(connectPath))
	}
	add(std("slices"))
}

// joined joins expressions with an operator, one on each line.
func joined(expressions []jen.Code, operator string) *jen.Statement {
	all := jen.Add(expressions[0])
	for _, next := range expressions[1:] {
		all.Op(operator).Line().Add(next)
	}
	return all
}
