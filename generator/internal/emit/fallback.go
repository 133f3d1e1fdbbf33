package emit

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// fallbackName returns the type of what answers when policies of a client give up.
func (e *emitter) fallbackName(c *model.Client) *jen.Statement {
	return jen.Id(c.Fallback).Add(typeArgList(c))
}

// fallbackType returns the interface of what answers when policies of a client
// give up. The compiler holds its methods against the methods of the client.
func (e *emitter) fallbackType(c *model.Client) jen.Code {
	var methods []jen.Code
	for _, m := range c.Methods {
		if !m.AsksFallback {
			continue
		}
		doc := fmt.Sprintf("%s answers when policy %s has given up; %s says why.", m.Name, m.Field.Policy.Name, m.Failure)
		if command := model.Plain(m.Field.Policy.OnFailure.Command); command != "" {
			doc += fmt.Sprintf(" It stands for the command of the spec: %s.", command)
		}
		methods = append(methods, comment(doc).Line().Id(m.Name).Add(e.methodSignature(m.WithFailure())))
	}
	doc := fmt.Sprintf("%s answers for methods of %s %s whose policies have given up.", c.Fallback, article(c.Name), c.Name)
	return comment(doc).Line().Type().Id(c.Fallback).Add(e.typeParamList(c)).Interface(methods...)
}

// checkFallback returns the statement by which a constructor refuses to leave the
// fallback out.
func (e *emitter) checkFallback(c *model.Client) jen.Code {
	text := fmt.Sprintf("New%s: fallback is nil; pass a %s", c.Name, c.Fallback)
	return jen.If(jen.Id(model.FallbackParam).Op("==").Nil()).Block(
		jen.Return(jen.Nil(), e.qualified("errors", "New").Call(jen.Lit(text))))
}

// fallback returns the statement that asks the fallback, if there is one.
func (e *emitter) fallback(c *model.Client, m *model.Method) []jen.Code {
	if !m.AsksFallback {
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
	asked := jen.Id(c.Receiver).Dot(c.FallbackField).Dot(m.Name).Call(args...)
	answer := []jen.Code{jen.Return(asked)}
	if m.Child != nil {
		answer = []jen.Code{e.results(m).Op("=").Add(asked), jen.Return(e.returned(c, m, e.errorResult(m)))}
	}
	return []jen.Code{jen.If(jen.Id(m.Call).Dot("GaveUp").Call()).Block(answer...)}
}
