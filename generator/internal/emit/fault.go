package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// fault returns the function that makes an error.
func (e *emitter) fault(f *model.FaultError) jen.Code {
	made := comment(f.Doc...).Line().Func().Id(f.Name)
	switch m := f.Make.(type) {
	case model.MakeValue:
		return made.Params().Error().Block(jen.Return(e.object(m.Value)))
	case model.MakeTyped:
		return made.Params(jen.Id("err").Add(e.typ(m.Type))).Error().Block(jen.Return(jen.Id("err")))
	case model.MakeCall:
		return e.faultByCall(made, m)
	case model.MakeThrottled:
		call := e.test("Throttled").Call(jen.Id("after"), jen.Lit(m.Status))
		return made.Params(jen.Id("after").Add(e.qualified("time", "Duration"))).Error().Block(jen.Return(call))
	case model.MakeField:
		return e.faultWithField(made, m)
	case model.MakeCode:
		return e.faultWithCode(made, m)
	case model.MakeAnswer:
		return made.Params().Error().Block(jen.Return(jen.Id(answeringType(m.Method)).Values())).Line().Line().Add(answering(m.Method))
	}
	return nil
}

// faultByCall completes the function that calls one of the runtime.
func (e *emitter) faultByCall(made *jen.Statement, m model.MakeCall) jen.Code {
	var params, args []jen.Code
	if m.Param != "" {
		params = []jen.Code{jen.Id(m.Param).Id(m.Type)}
		args = []jen.Code{jen.Id(m.Param)}
	}
	for _, known := range m.Known {
		args = append(args, e.argument(m, known))
	}
	return made.Params(params...).Error().Block(jen.Return(e.test(m.Func).Call(args...)))
}

// faultWithField completes the function that makes an error with a value in a field.
func (e *emitter) faultWithField(made *jen.Statement, m model.MakeField) jen.Code {
	value := jen.Id("value")
	param := map[model.FieldKind]string{model.TextField: "string", model.NumberField: "int", model.Flag: "bool", model.ListField: "string"}[m.Kind]
	call := e.test("WithField").Types(e.typ(m.Type)).Call(stringLiteral(m.Path), value)
	return made.Params(value.Clone().Id(param)).Error().Block(jen.Return(call))
}

// faultWithCode completes the function that makes an error with a status code.
func (e *emitter) faultWithCode(made *jen.Statement, m model.MakeCode) jen.Code {
	code := func() *jen.Statement { return jen.Id("code") }
	if m.Connect {
		text := e.qualified("errors", "New").Call(code().Dot("String").Call())
		return made.Params(code().Add(e.qualified(model.ConnectPath, "Code"))).Error().
			Block(jen.Return(e.qualified(model.ConnectPath, "NewError").Call(code(), text)))
	}
	return made.Params(code().Add(e.qualified(model.GrpcCodesPath, "Code"))).Error().
		Block(jen.Return(e.qualified(model.GrpcStatusPath, "Error").Call(code(), code().Dot("String").Call())))
}

// answering returns the declarations of a type of errors whose method of the given name
// returns true.
func answering(method string) *jen.Statement {
	typ := answeringType(method)
	return jen.Type().Id(typ).Struct().Line().Line().
		Func().Params(jen.Id(typ)).Id("Error").Params().String().Block(jen.Return(jen.Lit(method + "() is true"))).Line().Line().
		Func().Params(jen.Id(typ)).Id(method).Params().Bool().Block(jen.Return(jen.True()))
}
