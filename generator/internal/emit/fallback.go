package emit

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// fallbackField returns the field of a client that answers for a method whose
// policy has given up.
func (e *emitter) fallbackField(m *model.Method) jen.Code {
	doc := fmt.Sprintf("%s answers for %s when policy %s has given up; %s says why.",
		m.Fallback, m.Name, m.Field.Policy.Name, m.Failure)
	if command := model.Plain(m.Field.Policy.OnFailure.Command); command != "" {
		doc += fmt.Sprintf(" It stands for the command of the spec: %s.", command)
	}
	doc += fmt.Sprintf(" While it is nil, %s returns the error. It must be set before the first call.", m.Name)
	return comment(doc).Line().Id(m.Fallback).Func().Add(e.methodSignature(m.WithFailure()))
}

// fallback returns the statement that asks the fallback, if there is one.
func (e *emitter) fallback(c *model.Client, m *model.Method) []jen.Code {
	if m.Fallback == "" {
		return nil
	}
	var args []jen.Code
	for _, v := range m.Params {
		args = append(args, jen.Id(v.Name))
	}
	if m.Variadic {
		args[len(args)-1] = jen.Id(m.Params[len(m.Params)-1].Name).Op("...")
	}
	args = slices.Insert(args, m.Context+1, jen.Code(jen.Id(m.Call).Dot("Err").Call()))
	field := jen.Id(c.Receiver).Dot(m.Fallback)
	answer := []jen.Code{jen.Return(field.Clone().Call(args...))}
	if m.Child != nil {
		answer = []jen.Code{e.results(m).Op("=").Add(field.Clone().Call(args...)), jen.Return(e.returned(c, m, e.errorResult(m)))}
	}
	return []jen.Code{jen.If(jen.Id(m.Call).Dot("GaveUp").Call().Op("&&").Add(field.Clone()).Op("!=").Nil()).Block(answer...)}
}
