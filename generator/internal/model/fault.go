package model

import "go/types"

// FaultError is a function of a fake that makes an error.
type FaultError struct {
	Name string // Declined
	// Doc are the paragraphs of its documentation.
	Doc  []string
	Make Maker
}

// Maker is how an error is made.
//
//sumtype:decl
type Maker interface {
	// Packages adds the packages that the code needs.
	Packages(add func(*types.Package))
	isMaker()
}

// MakeValue returns a variable or a constant.
type MakeValue struct{ Value types.Object }

// MakeTyped returns an error of a type, which the caller gives.
type MakeTyped struct{ Type types.Type }

// MakeCall calls a function of the test part of the runtime. Param and Type are its
// first parameter, if it has one; Known are the values that policies name.
type MakeCall struct {
	Func, Param, Type string
	Known             []string
}

// MakeThrottled makes an error that asks for a wait, with a status unless it is 0.
type MakeThrottled struct{ Status int }

// MakeField makes an error of a type with a value in a field; Kind is that of the
// field.
type MakeField struct {
	Type types.Type
	Path string
	Kind FieldKind
}

// MakeCode makes an error with a status code of gRPC, or of Connect.
type MakeCode struct{ Connect bool }

// MakeAnswer makes an error whose method of the given name answers true.
type MakeAnswer struct{ Method string }

// Packages adds the packages that the code needs.
func (m MakeValue) Packages(add func(*types.Package)) { add(m.Value.Pkg()) }

// Packages adds the packages that the code needs.
func (m MakeTyped) Packages(add func(*types.Package)) { PackagesOf(m.Type, add) }

// Packages adds no package.
func (MakeCall) Packages(func(*types.Package)) {}

// Packages adds the packages that the code needs.
func (MakeThrottled) Packages(add func(*types.Package)) { add(Std("time")) }

// Packages adds the packages that the code needs.
func (m MakeField) Packages(add func(*types.Package)) { PackagesOf(m.Type, add) }

// Packages adds the packages that the code needs.
func (m MakeCode) Packages(add func(*types.Package)) {
	if m.Connect {
		add(Std(ConnectPath))
		add(Std("errors"))
		return
	}
	add(Std(GrpcStatusPath))
	add(Std(GrpcCodesPath))
}

// Packages adds no package.
func (MakeAnswer) Packages(func(*types.Package)) {}

func (MakeValue) isMaker()     {}
func (MakeTyped) isMaker()     {}
func (MakeCall) isMaker()      {}
func (MakeThrottled) isMaker() {}
func (MakeField) isMaker()     {}
func (MakeCode) isMaker()      {}
func (MakeAnswer) isMaker()    {}

// Sample is an error that a policy knows.
type Sample struct {
	Make Maker
	// Value is the status, the code, the text or the like that the error has; empty
	// if it has none.
	Value string
}
