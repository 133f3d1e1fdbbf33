package model

import (
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/importpath"
	"github.com/retrygen/retrygen/schema"
)

// Condition is a resolved matcher: a Go expression that is true for the
// errors that it matches.
type Condition interface {
	// packages adds the packages that the expression needs.
	Packages(add func(*types.Package))
	isCondition()
}

// ReferredBy returns the declaration that a condition refers to by name, or nil.
func ReferredBy(c Condition) types.Object {
	switch c := c.(type) {
	case ValueCondition:
		return c.Value
	case FuncCondition:
		return c.Func
	case ErrorTypeCondition:
		t := c.Type
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		if name := ObjectOf(t); name != nil {
			return name
		}
	}
	return nil
}

// Std stands for a package that is named by path only.
func Std(path string) *types.Package { return types.NewPackage(path, importpath.GuessName(path)) }

// ValueCondition matches an error value, a variable or a constant, by errors.Is.
type ValueCondition struct{ Value types.Object }

func (c ValueCondition) Packages(add func(*types.Package)) {
	add(Std("errors"))
	add(c.Value.Pkg())
}

// ErrorTypeCondition matches an error type by errors.As.
type ErrorTypeCondition struct{ Type types.Type }

func (c ErrorTypeCondition) Packages(add func(*types.Package)) { PackagesOf(c.Type, add) }

// FuncCondition matches the errors for which a function of the user is true.
type FuncCondition struct{ Func *types.Func }

func (c FuncCondition) Packages(add func(*types.Package)) { add(c.Func.Pkg()) }

// ClassCondition matches a class of errors that every program knows.
type ClassCondition string

func (ClassCondition) Packages(func(*types.Package)) {}

// StatusCondition matches errors that carry an HTTP status in one of its ranges.
type StatusCondition []schema.StatusRange

func (StatusCondition) Packages(func(*types.Package)) {}

// TypeNameCondition matches errors by the name of their type.
type TypeNameCondition string

func (TypeNameCondition) Packages(func(*types.Package)) {}

// PatternCondition matches errors by their text. Its value is the index of the
// expression among those of the policy.
type PatternCondition int

func (PatternCondition) Packages(add func(*types.Package)) { add(Std("regexp")) }

// GrpcCondition matches errors by their status code: that of gRPC, that of
// Connect, or either, where clients of both are retried.
type GrpcCondition struct {
	Codes         []string
	Grpc, Connect bool
}

func (c GrpcCondition) Packages(add func(*types.Package)) {
	if c.Grpc {
		add(Std(GrpcStatusPath))
		add(Std(GrpcCodesPath))
	}
	if c.Connect {
		add(Std(ConnectPath))
	}
	add(Std("slices"))
}

func (ValueCondition) isCondition() {}

func (ErrorTypeCondition) isCondition() {}

func (FuncCondition) isCondition() {}

func (ClassCondition) isCondition() {}

func (StatusCondition) isCondition() {}

func (TypeNameCondition) isCondition() {}

func (PatternCondition) isCondition() {}

func (GrpcCondition) isCondition() {}
