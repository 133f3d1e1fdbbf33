package emit

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// method returns a method of a client.
func (e *emitter) method(c *model.Client, m *model.Method) jen.Code {
	body := e.passThrough(c, m)
	switch {
	case m.Field != nil && m.IsIterator:
		body = e.retryIterator(c, m)
	case m.Field != nil && m.Field.StartsFirst():
		body = e.retryFromStart(c, m)
	case m.Field != nil:
		body = e.retryAfterFailure(c, m)
	}
	return comment(methodDoc(m, c)...).Line().
		Func().Params(jen.Id(c.Receiver).Op("*").Id(c.Name).Add(typeArgList(c))).
		Id(m.Name).Add(e.methodSignature(m)).Block(body...)
}

// methodDoc returns the documentation of a method.
func methodDoc(m *model.Method, c *model.Client) []string {
	doc := []string{methodBehavior(m, c)}
	if m.Deprecated != "" {
		doc = append(doc, model.Plain(m.Deprecated))
	}
	return doc
}

// methodBehavior says what a method does with its calls.
func methodBehavior(m *model.Method, c *model.Client) string {
	switch {
	case m.Field == nil && m.Child != nil:
		return fmt.Sprintf("%s returns what %s on the wrapped %s returns, as %s [%s].", m.Name, m.Name, c.Target, article(m.Child.Name), m.Child.Name)
	case m.Field == nil && m.PassReason != "":
		return fmt.Sprintf("%s calls %s on the wrapped %s once, without retries: %s.", m.Name, m.Name, c.Target, m.PassReason)
	case m.Field == nil:
		return fmt.Sprintf("%s calls %s on the wrapped %s once.", m.Name, m.Name, c.Target)
	}
	text := fmt.Sprintf("%s calls %s on the wrapped %s under policy %s.", m.Name, m.Name, c.Target, m.Field.Policy.Name)
	if m.Child != nil {
		text += fmt.Sprintf(" What it returns is %s [%s].", article(m.Child.Name), m.Child.Name)
	}
	switch {
	case m.Keyed && m.IsIterator:
		text += " All attempts of an iteration show one idempotency key; see [retry.IdempotencyKey]."
	case m.Keyed:
		text += " All attempts of a call show one idempotency key; see [retry.IdempotencyKey]."
	}
	if m.Field.IsUnsafe {
		text += " It is retried only after errors that show that nothing was carried out."
	}
	text += resultText(m) + answerText(m) + replayText(m)
	if m.Context < 0 && m.Request < 0 {
		text += " It takes no context, so that nothing ends its waits early."
	}
	return text
}

// methodSignature returns the parameters and results of a method.
func (e *emitter) methodSignature(m *model.Method) *jen.Statement {
	results := slices.Clone(m.Results)
	for i := range results {
		if !m.Named {
			results[i].Name = ""
		}
	}
	return jen.Params(e.variables(m.Params, m.Variadic)...).Add(e.resultList(results))
}

// passThrough returns the body of a method that is not retried.
func (e *emitter) passThrough(c *model.Client, m *model.Method) []jen.Code {
	call := e.nextCall(c, m, nil)
	switch {
	case len(m.Results) == 0:
		return []jen.Code{call}
	case m.Child != nil && len(m.Results) == 1:
		return []jen.Code{jen.Return(e.wrapped(c, m, 0, call))}
	case m.Child != nil:
		return []jen.Code{e.assigned(m, call), jen.Return(e.returned(c, m, e.errorResult(m)))}
	}
	return []jen.Code{jen.Return(call)}
}

// assigned returns the statement that gives the results of a call to the result
// variables, and declares them unless the signature does.
func (e *emitter) assigned(m *model.Method, call jen.Code) jen.Code {
	if m.Named {
		return e.results(m).Op("=").Add(call)
	}
	return e.results(m).Op(":=").Add(call)
}

// nextCall returns the call of the wrapped method. A context, if one is given,
// replaces the caller's.
func (e *emitter) nextCall(c *model.Client, m *model.Method, context jen.Code) *jen.Statement {
	args := make([]jen.Code, len(m.Params))
	for i, v := range m.Params {
		args[i] = jen.Id(v.Name)
		if m.Variadic && i == len(m.Params)-1 {
			args[i] = jen.Id(v.Name).Op("...")
		}
		if context != nil && i == m.Context {
			args[i] = context
		}
	}
	return jen.Id(c.Receiver).Dot(c.NextField).Dot(m.Name).Call(args...)
}

// retryAfterFailure returns the body of a retried method whose first attempt
// is the plain call, so that a success costs a comparison.
func (e *emitter) retryAfterFailure(c *model.Client, m *model.Method) []jen.Code {
	first := e.assigned(m, e.nextCall(c, m, nil))
	body := append(e.idempotencyKey(m), jen.Const().Id(m.Operation).Op("=").Lit(operationName(c, m)))
	body = append(body, e.prepareParams(m)...)
	body = append(append(body, first), e.judge(m)...)
	if !m.HasErrorLast() {
		body = append(body, e.errorResult(m).Op(":=").Add(e.askedError(m)))
	}
	body = append(body,
		jen.If(e.errorResult(m).Op("==").Nil()).Block(
			e.policyCall(c, m, "Succeeded", jen.Id(m.Operation)),
			jen.Return(e.returned(c, m, jen.Nil())),
		),
		jen.Id(m.Call).Op(":=").Add(e.policyCall(c, m, "Failed", jen.Id(m.Operation), e.final(m, e.errorResult(m)))),
	)
	return append(body, e.attempts(c, m)...)
}

// retryFromStart returns the body of a retried method whose policy has to know
// of the call from the start.
func (e *emitter) retryFromStart(c *model.Client, m *model.Method) []jen.Code {
	body := append(e.idempotencyKey(m), e.prepareParams(m)...)
	if !m.Named || !m.HasErrorLast() && len(m.Rewound) > 0 {
		body = append(body, e.resultVariables(m))
	}
	body = append(body,
		jen.Id(m.Call).Op(":=").Add(e.policyCall(c, m, "Start", jen.Lit(operationName(c, m)))),
		jen.Defer().Id(m.Call).Dot("Stop").Call(),
	)
	if m.ErrorMethod != "" {
		body = append(body, jen.Id(m.Call).Dot("NeedResult").Call())
	}
	return append(body, e.attempts(c, m)...)
}

// idempotencyKey returns the statement that mints the key which all attempts
// of a call show, if the method asks for one.
func (e *emitter) idempotencyKey(m *model.Method) []jen.Code {
	if !m.Keyed {
		return nil
	}
	return []jen.Code{e.contextOf(m).Op("=").Add(e.runtime("EnsureIdempotencyKey")).Call(e.contextOf(m))}
}

// resultVariables declares the results of a method.
func (e *emitter) resultVariables(m *model.Method) jen.Code {
	var all []jen.Code
	for _, v := range m.Results {
		if !m.Named {
			all = append(all, jen.Id(v.Name).Add(e.typ(v.Type)))
		}
	}
	if !m.HasErrorLast() && len(m.Rewound) > 0 {
		all = append(all, jen.Id(m.Locals.Err).Error())
	}
	if len(all) == 1 {
		return jen.Var().Add(all[0])
	}
	return jen.Var().Defs(all...)
}

// operationName returns the name of a method for errors and observers.
func operationName(c *model.Client, m *model.Method) string { return c.Operation + "." + m.Name }

// policyCall returns a call of the policy's method that begins or records a
// retried call.
func (e *emitter) policyCall(c *model.Client, m *model.Method, name string, more ...jen.Code) jen.Code {
	args := append([]jen.Code{e.contextOf(m)}, more...)
	return jen.Id(c.Receiver).Dot(m.Field.Name).Dot(name).Call(args...)
}

// contextOf returns the context of the caller, that of its request, or one
// without end.
func (e *emitter) contextOf(m *model.Method) *jen.Statement {
	switch {
	case m.Context >= 0:
		return jen.Id(m.Params[m.Context].Name)
	case m.Request >= 0:
		return jen.Id(m.Params[m.Request].Name).Dot("Context").Call()
	default:
		return e.qualified("context", "Background").Call()
	}
}

// attempts returns the loop over the attempts, and what follows it.
func (e *emitter) attempts(c *model.Client, m *model.Method) []jen.Code {
	call := jen.Id(m.Call)
	var body []jen.Code
	if m.KeepsContext {
		body = append(body, call.Clone().Dot("KeepContext").Call())
	}
	loop := jen.For(call.Clone().Dot("Again").Call()).Block(e.attempt(c, m)...)
	last := jen.Return(e.returned(c, m, e.answered(m, call.Clone().Dot("Err").Call())))
	return append(append(append(body, loop), e.fallback(c, m)...), last)
}

// results returns the list of the result variables.
func (e *emitter) results(m *model.Method) *jen.Statement {
	var names []jen.Code
	for _, v := range m.Results {
		names = append(names, jen.Id(v.Name))
	}
	return jen.List(names...)
}

// errorResult returns the variable of the error.
func (e *emitter) errorResult(m *model.Method) *jen.Statement {
	if !m.HasErrorLast() {
		return jen.Id(m.Locals.Err)
	}
	return jen.Id(m.Results[len(m.Results)-1].Name)
}

// returned returns the list of the results with another error, where one of them
// is the error.
func (e *emitter) returned(c *model.Client, m *model.Method, err jen.Code) jen.Code {
	var values []jen.Code
	for i, v := range m.Results {
		values = append(values, e.wrapped(c, m, i, jen.Id(v.Name)))
	}
	if m.HasErrorLast() {
		values[len(values)-1] = err
	}
	return jen.List(values...)
}
