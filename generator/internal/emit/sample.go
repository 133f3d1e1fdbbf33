package emit

import (
	"go/types"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// sample returns an error that a policy knows.
func (e *emitter) sample(s model.Sample) jen.Code {
	switch m := s.Make.(type) {
	case model.MakeValue:
		return e.object(m.Value)
	case model.MakeTyped:
		return e.zero(m.Type)
	case model.MakeCall:
		return e.calledSample(m, s.Value)
	case model.MakeThrottled:
		return e.test("Throttled").Call(jen.Lit(0), jen.Lit(m.Status))
	case model.MakeField:
		return e.test("WithField").Types(e.typ(m.Type)).Call(stringLiteral(m.Path), e.fieldValue(m.Kind, s.Value))
	case model.MakeCode:
		return e.codedSample(m, s.Value)
	case model.MakeAnswer:
		return jen.Id(answeringType(m.Method)).Values()
	}
	return nil
}

// calledSample returns the error that a function of the runtime makes.
func (e *emitter) calledSample(m model.MakeCall, value string) jen.Code {
	var args []jen.Code
	switch {
	case m.Param == "":
		for _, known := range m.Known {
			args = append(args, e.argument(m, known))
		}
	case m.Func == "Status":
		args = []jen.Code{numberLiteral(value)}
	default:
		args = []jen.Code{stringLiteral(value)}
		for _, known := range m.Known {
			args = append(args, stringLiteral(known))
		}
	}
	return e.test(m.Func).Call(args...)
}

// argument returns a value that a policy names as a literal.
func (e *emitter) argument(m model.MakeCall, value string) jen.Code {
	if m.Func == "Status" {
		return numberLiteral(value)
	}
	return stringLiteral(value)
}

// fieldValue returns the literal of a value in a field.
func (e *emitter) fieldValue(kind model.FieldKind, value string) jen.Code {
	switch kind {
	case model.NumberField:
		return numberLiteral(value)
	case model.Flag:
		return jen.True()
	case model.TextField, model.ListField:
	}
	return stringLiteral(value)
}

// zero returns the zero error of a type, or a pointer to a zero value.
func (e *emitter) zero(t types.Type) jen.Code {
	if pointer, ok := t.(*types.Pointer); ok {
		return jen.New(e.typ(pointer.Elem()))
	}
	return jen.Op("*").New(e.typ(t))
}

// codedSample returns an error with a status code, as the protocol spells it.
func (e *emitter) codedSample(m model.MakeCode, code string) jen.Code {
	if m.Connect {
		text := e.qualified("errors", "New").Call(jen.Lit(code))
		return e.qualified(model.ConnectPath, "NewError").Call(e.qualified(model.ConnectPath, "Code"+grpcConstants[code]), text)
	}
	return e.qualified(model.GrpcStatusPath, "Error").Call(e.qualified(model.GrpcCodesPath, grpcConstants[code]), jen.Lit(code))
}

// answeringType returns the type of errors whose method of the given name returns true.
func answeringType(method string) string { return model.UnexportedName(method) + "Error" }
