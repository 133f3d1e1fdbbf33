package model

import (
	"go/types"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/importpath"
	"github.com/retrygen/retrygen/internal/matcher"
)

// Condition is a resolved matcher: a Go expression that is true for the errors
// that it matches.
//
//sumtype:decl
type Condition interface {
	// Packages adds the packages that the expression needs.
	Packages(add func(*types.Package))
	isCondition()
}

// Std stands for a package that is named by path only.
func Std(path string) *types.Package { return types.NewPackage(path, importpath.GuessName(path)) }

// ErrorValue is true for an error value, a variable or a constant, by errors.Is.
type ErrorValue struct{ Value types.Object }

// Packages adds the packages that the expression needs.
func (c ErrorValue) Packages(add func(*types.Package)) {
	add(Std("errors"))
	add(c.Value.Pkg())
}

// ErrorOfType is true for errors of a type, by errors.As.
type ErrorOfType struct{ Type types.Type }

// Packages adds the packages that the expression needs.
func (c ErrorOfType) Packages(add func(*types.Package)) { PackagesOf(c.Type, add) }

// Accepted is true for the errors that a function of the user accepts.
type Accepted struct{ Func *types.Func }

// Packages adds the packages that the expression needs.
func (c Accepted) Packages(add func(*types.Package)) { add(c.Func.Pkg()) }

// RuntimeCall is a function of the runtime that takes the error and texts.
type RuntimeCall matcher.Call

// Packages adds no package: every file knows the runtime.
func (RuntimeCall) Packages(func(*types.Package)) {}

// Answers is true for errors with a method of type func() bool that returns true.
type Answers matcher.Answers

// Packages adds no package.
func (Answers) Packages(func(*types.Package)) {}

// StatusIn is true for errors that carry an HTTP status in one of the ranges.
type StatusIn []matcher.Range

// Packages adds no package.
func (StatusIn) Packages(func(*types.Package)) {}

// TextMatches is true for errors whose text matches an expression. Its value is
// the index of the expression in the policy.
type TextMatches int

// Packages adds the packages that the expression needs.
func (TextMatches) Packages(add func(*types.Package)) { add(Std("regexp")) }

// CodeIn is true for errors with a status code of gRPC, of Connect, or of
// either, where clients of both are retried.
type CodeIn struct {
	Codes         []string
	GRPC, Connect bool
}

// Packages adds the packages that the expression needs.
func (c CodeIn) Packages(add func(*types.Package)) {
	if c.GRPC {
		add(Std(GrpcStatusPath))
		add(Std(GrpcCodesPath))
	}
	if c.Connect {
		add(Std(ConnectPath))
	}
	add(Std("slices"))
}

// FieldIn is true for errors of a type whose field has one of the values.
type FieldIn struct {
	Type types.Type
	// Steps lead from the error to the field, for example Response and
	// StatusCode.
	Steps []Step
	// Kind is the kind of the field. IsNamed is set if its type is not string or
	// int itself.
	Kind    FieldKind
	IsNamed bool
	// Values are texts or numbers; a text that ends in "*" is a prefix. A field
	// of kind Flag needs none.
	Values []string
	// Statuses are compared instead of Values if there are any.
	Statuses []matcher.Range
}

// Step is a field, or a method without parameters.
type Step struct {
	Name     string
	IsMethod bool
	// CanBeNil is set if what the step leads to is a pointer.
	CanBeNil bool
}

// FieldKind is the kind of a field that a condition compares.
type FieldKind uint8

// The kinds of fields.
const (
	TextField   FieldKind = iota // a text
	NumberField                  // a whole number
	Flag                         // a truth value
	ListField                    // a list of texts
)

// Path returns the steps as Go code writes them.
func (c FieldIn) Path() string {
	var path strings.Builder
	for _, s := range c.Steps {
		path.WriteString("." + s.Name)
	}
	return path.String()
}

// Packages adds the packages that the expression needs.
func (c FieldIn) Packages(add func(*types.Package)) {
	PackagesOf(c.Type, add)
	add(Std("slices"))
}

func (ErrorValue) isCondition()  {}
func (ErrorOfType) isCondition() {}
func (Accepted) isCondition()    {}
func (RuntimeCall) isCondition() {}
func (Answers) isCondition()     {}
func (StatusIn) isCondition()    {}
func (TextMatches) isCondition() {}
func (CodeIn) isCondition()      {}
func (FieldIn) isCondition()     {}

// ReferredBy returns the declaration that a condition refers to by name, or nil.
func ReferredBy(c Condition) types.Object {
	switch c := c.(type) {
	case ErrorValue:
		return c.Value
	case Accepted:
		return c.Func
	case ErrorOfType:
		return declarationOf(c.Type)
	case FieldIn:
		return declarationOf(c.Type)
	case RuntimeCall, Answers, StatusIn, TextMatches, CodeIn:
		return nil
	}
	return nil
}

// declarationOf returns the declaration of a type or of what it points to, or nil.
func declarationOf(t types.Type) types.Object {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if name := ObjectOf(t); name != nil {
		return name
	}
	return nil
}
