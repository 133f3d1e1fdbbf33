package model

import "time"

// Expression is an expression or a type in the declarations for engines. It
// describes code without writing it, so that an engine is described in one
// place.
//
//sumtype:decl
type Expression interface{ isExpression() }

// The expressions.
type (
	// Name is a name of another package. A path that begins with [RuntimePath]
	// stands for the runtime of the output.
	Name struct{ Path, Name string }
	// Local is a name of the output package, a parameter or a predeclared name.
	Local string
	// Instance is a generic type with its type argument.
	Instance struct{ Generic, Argument Expression }
	// Pointer is the type *To, or the address of a composite literal.
	Pointer struct{ To Expression }
	// Slice is the type []Of.
	Slice struct{ Of Expression }
	// Call is the call of a function.
	Call struct {
		Function  Expression
		Arguments []Expression
	}
	// Spread is the last argument of a call, followed by an ellipsis.
	Spread struct{ Slice Expression }
	// Composite is a composite literal with a field on each line, or on one line
	// if it has a single one.
	Composite struct {
		Type   Expression
		Fields []Field
	}
	// PolicyMap is a map from the full names of the methods of a stub to their
	// policies.
	PolicyMap struct{ Stub *Stub }
)

// The literals.
type (
	NumberLiteral   int
	FloatLiteral    float64
	TextLiteral     string // written with its line breaks
	StringsLiteral  []string
	DurationLiteral time.Duration
)

// Field is a field of a composite literal.
type Field struct {
	Name  string
	Value Expression
}

func (Name) isExpression()            {}
func (Local) isExpression()           {}
func (Instance) isExpression()        {}
func (Pointer) isExpression()         {}
func (Slice) isExpression()           {}
func (Call) isExpression()            {}
func (Spread) isExpression()          {}
func (Composite) isExpression()       {}
func (PolicyMap) isExpression()       {}
func (NumberLiteral) isExpression()   {}
func (FloatLiteral) isExpression()    {}
func (TextLiteral) isExpression()     {}
func (StringsLiteral) isExpression()  {}
func (DurationLiteral) isExpression() {}

// Declaration is a declaration for an engine.
type Declaration interface {
	// DeclaredName returns the name that it declares.
	DeclaredName() string
}

// Function is a function that returns one value.
type Function struct {
	Name       string
	Doc        []string // paragraphs
	TypeParam  *Parameter
	Params     []Parameter
	HasOptions bool // the last parameter is the options of policies
	Result     Expression
	Value      Expression
}

// Parameter is a parameter of a function, or a type parameter.
type Parameter struct {
	Name string
	Type Expression
}

// Constant is a constant.
type Constant struct {
	Name  string
	Doc   []string // paragraphs
	Value Expression
}

// DeclaredName returns the name of the function.
func (f Function) DeclaredName() string { return f.Name }

// DeclaredName returns the name of the constant.
func (c Constant) DeclaredName() string { return c.Name }
