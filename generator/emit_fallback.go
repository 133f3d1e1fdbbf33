package generator

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
)

// fallbackField returns the field of a client that answers for a method whose
// policy has given up.
func (e *emitter) fallbackField(m *methodModel) jen.Code {
	doc := fmt.Sprintf("%s answers for %s when policy %s has given up; %s tells why.",
		m.fallback, m.name, m.field.policy.Name, m.failure)
	if command := plain(m.field.policy.OnFailure.Command); command != "" {
		doc += fmt.Sprintf(" It stands for the command of the spec: %s.", command)
	}
	doc += fmt.Sprintf(" While it is nil, %s returns the error. It must be set before the first call.", m.name)
	return comment(doc).Line().Id(m.fallback).Func().Add(e.methodSignature(m.withFailure()))
}

// withFailure returns the method with one more parameter, after the context or
// first: the error of the policy that gave up.
func (m *methodModel) withFailure() *methodModel {
	with := *m
	failure := variable{name: m.failure, typ: errorType}
	with.params = slices.Insert(slices.Clone(m.params), m.context+1, failure)
	return &with
}

// fallback returns the statement that asks the fallback, if there is one.
func (e *emitter) fallback(c *clientModel, m *methodModel) []jen.Code {
	if m.fallback == "" {
		return nil
	}
	var args []jen.Code
	for _, v := range m.params {
		args = append(args, jen.Id(v.name))
	}
	if m.variadic {
		args[len(args)-1] = jen.Id(m.params[len(m.params)-1].name).Op("...")
	}
	args = slices.Insert(args, m.context+1, jen.Code(jen.Id(m.call).Dot("Err").Call()))
	field := jen.Id(c.receiver).Dot(m.fallback)
	return []jen.Code{
		jen.If(jen.Id(m.call).Dot("GaveUp").Call().Op("&&").Add(field.Clone()).Op("!=").Nil()).Block(
			jen.Return(field.Clone().Call(args...)),
		),
	}
}
