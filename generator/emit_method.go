package generator

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
)

// method returns a method of a client.
func (e *emitter) method(c *clientModel, m *methodModel) jen.Code {
	body := e.passThrough(c, m)
	switch {
	case m.field != nil && m.field.startsFirst():
		body = e.retryFromStart(c, m)
	case m.field != nil:
		body = e.retryAfterFailure(c, m)
	}
	return comment(m.doc(c)...).Line().
		Func().Params(jen.Id(c.receiver).Op("*").Id(c.name).Add(typeArgList(c))).
		Id(m.name).Add(e.methodSignature(m)).Block(body...)
}

// doc returns the documentation of a method.
func (m *methodModel) doc(c *clientModel) []string {
	doc := []string{m.behaviour(c)}
	if m.deprecated != "" {
		doc = append(doc, m.deprecated)
	}
	return doc
}

// behaviour tells what a method does with its calls.
func (m *methodModel) behaviour(c *clientModel) string {
	switch {
	case m.field == nil && m.why != "":
		return fmt.Sprintf("%s calls %s on the wrapped %s once, whatever the policy: %s.", m.name, m.name, c.target, m.why)
	case m.field == nil:
		return fmt.Sprintf("%s calls %s on the wrapped %s once.", m.name, m.name, c.target)
	}
	text := fmt.Sprintf("%s calls %s on the wrapped %s under policy %s.", m.name, m.name, c.target, m.field.policy.Name)
	if m.keyed {
		text += " All attempts of a call show one idempotency key; see [retry.IdempotencyKey]."
	}
	if m.context < 0 && m.request < 0 {
		text += " It takes no context, so that nothing ends its waits early."
	}
	return text
}

// methodSignature returns the parameters and results of a method.
func (e *emitter) methodSignature(m *methodModel) *jen.Statement {
	results := slices.Clone(m.results)
	for i := range results {
		if !m.named {
			results[i].name = ""
		}
	}
	return jen.Params(e.variables(m.params, m.variadic)...).Add(e.resultList(results))
}

// passThrough returns the body of a method that is not retried.
func (e *emitter) passThrough(c *clientModel, m *methodModel) []jen.Code {
	call := e.nextCall(c, m, nil)
	if len(m.results) == 0 {
		return []jen.Code{call}
	}
	return []jen.Code{jen.Return(call)}
}

// nextCall returns the call of the wrapped method. A context, if one is given,
// replaces that of the caller.
func (e *emitter) nextCall(c *clientModel, m *methodModel, context jen.Code) *jen.Statement {
	args := make([]jen.Code, len(m.params))
	for i, v := range m.params {
		args[i] = jen.Id(v.name)
		if m.variadic && i == len(m.params)-1 {
			args[i] = jen.Id(v.name).Op("...")
		}
		if context != nil && i == m.context {
			args[i] = context
		}
	}
	return jen.Id(c.receiver).Dot(c.nextField).Dot(m.name).Call(args...)
}

// startsFirst reports whether a policy has to know of a call before its first
// attempt.
func (f *policyField) startsFirst() bool {
	p := f.policy
	return f.attemptTimeout > 0 || p.AttemptTimeout > 0 || p.TotalTimeout > 0 || p.Breaker != nil || p.NestedOnce
}

// retryAfterFailure returns the body of a retried method whose first attempt
// is the plain call, so that a success costs a comparison.
func (e *emitter) retryAfterFailure(c *clientModel, m *methodModel) []jen.Code {
	first := e.results(m).Op(":=").Add(e.nextCall(c, m, nil))
	if m.named {
		first = e.results(m).Op("=").Add(e.nextCall(c, m, nil))
	}
	body := append(e.idempotencyKey(m),
		first,
		jen.If(e.errorResult(m).Op("==").Nil()).Block(
			e.policyCall(c, m, "Succeeded"),
			jen.Return(e.returned(m, jen.Nil())),
		),
		jen.Id(m.call).Op(":=").Add(e.policyCall(c, m, "Failed", e.errorResult(m))),
	)
	return append(body, e.attempts(c, m)...)
}

// retryFromStart returns the body of a retried method whose policy has to know
// of the call from the start.
func (e *emitter) retryFromStart(c *clientModel, m *methodModel) []jen.Code {
	body := e.idempotencyKey(m)
	if !m.named {
		body = append(body, e.resultVariables(m))
	}
	body = append(body,
		jen.Id(m.call).Op(":=").Add(e.policyCall(c, m, "Start")),
		jen.Defer().Id(m.call).Dot("Stop").Call(),
	)
	return append(body, e.attempts(c, m)...)
}

// idempotencyKey returns the statement that mints the key which all attempts
// of a call show, if the method asks for one.
func (e *emitter) idempotencyKey(m *methodModel) []jen.Code {
	if !m.keyed {
		return nil
	}
	return []jen.Code{e.contextOf(m).Op("=").Add(e.runtime("EnsureIdempotencyKey")).Call(e.contextOf(m))}
}

// resultVariables declares the results of a method.
func (e *emitter) resultVariables(m *methodModel) jen.Code {
	var all []jen.Code
	for _, v := range m.results {
		all = append(all, jen.Id(v.name).Add(e.typ(v.typ)))
	}
	if len(all) == 1 {
		return jen.Var().Add(all[0])
	}
	return jen.Var().Defs(all...)
}

// policyCall returns a call of the policy's method that begins a retried call.
func (e *emitter) policyCall(c *clientModel, m *methodModel, name string, more ...jen.Code) jen.Code {
	var context jen.Code = e.contextOf(m)
	args := append([]jen.Code{context, jen.Lit(c.target + "." + m.name)}, more...)
	return jen.Id(c.receiver).Dot(m.field.name).Dot(name).Call(args...)
}

// contextOf returns the context of the caller, that of its request, or one
// without end.
func (e *emitter) contextOf(m *methodModel) *jen.Statement {
	switch {
	case m.context >= 0:
		return jen.Id(m.params[m.context].name)
	case m.request >= 0:
		return jen.Id(m.params[m.request].name).Dot("Context").Call()
	default:
		return e.qualified("context", "Background").Call()
	}
}

// attempts returns the loop over the attempts, and what follows it.
func (e *emitter) attempts(c *clientModel, m *methodModel) []jen.Code {
	call := jen.Id(m.call)
	loop := jen.For(call.Clone().Dot("Again").Call()).Block(
		e.results(m).Op("=").Add(e.nextCall(c, m, call.Clone().Dot("Context").Call())),
		call.Clone().Dot("Tried").Call(e.errorResult(m)),
	)
	last := jen.Return(e.returned(m, call.Clone().Dot("Err").Call()))
	return append(append([]jen.Code{loop}, e.fallback(c, m)...), last)
}

// results returns the list of the result variables.
func (e *emitter) results(m *methodModel) *jen.Statement {
	var names []jen.Code
	for _, v := range m.results {
		names = append(names, jen.Id(v.name))
	}
	return jen.List(names...)
}

// errorResult returns the variable of the error.
func (e *emitter) errorResult(m *methodModel) *jen.Statement {
	return jen.Id(m.results[len(m.results)-1].name)
}

// returned returns the list of the results with another error.
func (e *emitter) returned(m *methodModel, err jen.Code) jen.Code {
	var values []jen.Code
	for _, v := range m.results[:len(m.results)-1] {
		values = append(values, jen.Id(v.name))
	}
	return jen.List(append(values, err)...)
}
