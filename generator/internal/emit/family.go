package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// constructors returns the functions that make a client: the one for users, and
// the one for methods that return it.
func (e *emitter) constructors(c *model.Client) []jen.Code {
	var all []jen.Code
	if c.Root == nil {
		all = append(all, e.constructor(c))
	}
	if c.PoliciesType != "" {
		all = append(all, e.policiesType(c))
	}
	if c.MakeFunc != "" {
		all = append(all, e.makeFunc(c))
	}
	return all
}

// policyFields returns the fields that hold the policies of a client.
func (e *emitter) policyFields(c *model.Client) []jen.Code {
	var fields []jen.Code
	for _, f := range c.Fields {
		fields = append(fields, jen.Id(f.Name).Op("*").Add(e.runtime("Policy")))
	}
	return fields
}

// policiesType returns the type of the policies that a client shares with the
// clients that it returns.
func (e *emitter) policiesType(c *model.Client) jen.Code {
	doc := fmt.Sprintf("%s are the policies of %s %s and of the clients that its methods return.", c.PoliciesType, article(c.Name), c.Name)
	return comment(doc).Line().Type().Id(c.PoliciesType).Struct(e.policyFields(c)...)
}

// makeFunc returns the function that wraps what a method returns.
func (e *emitter) makeFunc(c *model.Client) jen.Code {
	next, policies := jen.Id(model.NextParam), jen.Id("policies")
	doc := fmt.Sprintf("%s returns %s %s that calls next, or nil if that is nil.", c.MakeFunc, article(c.Name), c.Name)
	made := literal(jen.Id(c.Name).Add(typeArgList(c)), field{c.NextField, next.Clone()}, field{c.Shared(), policies.Clone()})
	return comment(doc).Line().
		Func().Id(c.MakeFunc).Add(e.typeParamList(c)).
		Params(next.Clone().Add(e.nextType(c)), policies.Clone().Op("*").Id(c.Shared())).
		Add(e.nextType(c)).
		Block(
			jen.If(next.Clone().Op("==").Nil()).Block(jen.Return(jen.Nil())),
			jen.Return(jen.Op("&").Add(made)),
		)
}

// wrapped returns a result of a method as its callers see it: a client, if the
// method returns one.
func (e *emitter) wrapped(c *model.Client, m *model.Method, index int, value *jen.Statement) *jen.Statement {
	if m.Child == nil || index > 0 {
		return value
	}
	return jen.Id(m.Child.MakeFunc).Add(typeArgList(c)).Call(value, jen.Id(c.Receiver).Dot(c.Shared()))
}
