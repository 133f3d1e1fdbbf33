package emit

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// attempt returns the statements of an attempt in the loop.
func (e *emitter) attempt(c *model.Client, m *model.Method) []jen.Code {
	call := jen.Id(m.Call)
	body := append(e.discard(m), e.results(m).Op("=").Add(e.nextCall(c, m, call.Clone().Dot("Context").Call())))
	body = append(body, e.judge(m)...)
	if len(m.Rewound) == 0 {
		return append(body, call.Clone().Dot("Tried").Call(e.final(m, e.attemptError(m))))
	}
	if !m.HasErrorLast() {
		body = append(body, e.errorResult(m).Op("=").Add(e.askedError(m)))
	}
	err := e.errorResult(m)
	rewind := err.Clone().Op("=").Id(m.Locals.Positions).Dot("Rewind").Call(err.Clone())
	return []jen.Code{
		jen.If(rewind, err.Clone().Op("==").Nil()).Block(body...),
		call.Clone().Dot("Tried").Call(e.final(m, err)),
	}
}

// attemptError returns the expression of the error of an attempt.
func (e *emitter) attemptError(m *model.Method) *jen.Statement {
	if m.HasErrorLast() {
		return e.errorResult(m)
	}
	return e.askedError(m)
}

// askedError returns the call of the method of a result that has the error.
func (e *emitter) askedError(m *model.Method) *jen.Statement {
	return jen.Id(m.Results[m.ErrorResult].Name).Dot(m.ErrorMethod).Call()
}

// final returns an error that is final if it came out of a callback.
func (e *emitter) final(m *model.Method, err *jen.Statement) jen.Code {
	if len(m.Callbacks) == 0 {
		return err
	}
	return jen.Id(m.Locals.Callback).Dot("Final").Call(err)
}

// prepareParams returns the statements that are needed before parameters are
// passed to the first of several attempts.
func (e *emitter) prepareParams(m *model.Method) []jen.Code {
	var body []jen.Code
	if len(m.Rewound) > 0 {
		params := make([]jen.Code, len(m.Rewound))
		for i, p := range m.Rewound {
			params[i] = jen.Id(m.Params[p].Name)
		}
		body = append(body, jen.Id(m.Locals.Positions).Op(":=").Add(e.gen("PositionsOf")).Call(params...))
	}
	if len(m.Callbacks) > 0 {
		body = append(body, jen.Var().Id(m.Locals.Callback).Add(e.gen("Callback")))
	}
	for _, c := range m.Callbacks {
		body = append(body, e.guard(m, c))
	}
	return body
}

// guard returns the statement that records what a callback returns.
func (e *emitter) guard(m *model.Method, c model.Callback) jen.Code {
	param, inner := m.Params[c.Param].Name, jen.Id(m.Locals.Inner)
	args := make([]jen.Code, len(c.Params))
	for i, v := range c.Params {
		args[i] = jen.Id(v.Name)
		if c.Signature.Variadic() && i == len(c.Params)-1 {
			args[i] = jen.Id(v.Name).Op("...")
		}
	}
	results := slices.Clone(c.Results)
	for i := range results {
		results[i].Name = ""
	}
	guarded := jen.Func().Params(e.variables(c.Params, c.Signature.Variadic())...).Add(e.resultList(results)).
		Block(e.guardBody(m, c, inner.Clone().Call(args...))...)
	return jen.If(inner.Clone().Op(":=").Id(param), inner.Clone().Op("!=").Nil()).Block(jen.Id(param).Op("=").Add(guarded))
}

// guardBody returns the statements that call a callback and record its error.
func (e *emitter) guardBody(m *model.Method, c model.Callback, call jen.Code) []jen.Code {
	returned := jen.Id(m.Locals.Callback).Dot("Returned")
	if len(c.Results) == 1 {
		return []jen.Code{jen.Return(returned.Call(call))}
	}
	names := make([]jen.Code, len(c.Results))
	for i, v := range c.Results {
		names[i] = jen.Id(v.Name)
	}
	last := len(names) - 1
	return []jen.Code{
		jen.List(names...).Op(":=").Add(call),
		jen.Return(jen.List(append(slices.Clone(names[:last]), returned.Call(names[last]))...)),
	}
}

// retryIterator returns the body of a method whose calls are made when its result
// is ranged over.
func (e *emitter) retryIterator(c *model.Client, m *model.Method) []jen.Code {
	ctx := jen.Null()
	if m.Context >= 0 {
		ctx = jen.Id(m.Params[m.Context].Name)
	}
	attempt := jen.Func().Params(ctx.Clone().Add(e.qualified("context", "Context"))).Add(e.typ(m.Results[0].Type)).
		Block(jen.Return(e.nextCall(c, m, ctx)))
	policy := jen.Id(c.Receiver).Dot(m.Field.Name)
	iterator := e.runtime("Seq2")
	if m.Keyed {
		iterator = e.gen("KeyedSeq2")
	}
	return []jen.Code{jen.Return(iterator.Call(e.contextOf(m), policy, jen.Lit(operationName(c, m)), attempt))}
}

// resultText says where the error of a call is, if no result is one.
func resultText(m *model.Method) string {
	switch {
	case m.IsIterator:
		return " Each iteration is a call, which is retried until its first element."
	case m.ErrorMethod != "":
		return fmt.Sprintf(" It is retried by the error that %s of its result returns.", m.ErrorMethod)
	}
	return ""
}

// replayText says what is done to the parameters before a retry.
func replayText(m *model.Method) string {
	text := ""
	for _, p := range m.Rewound {
		text += fmt.Sprintf(" Before a retry %s is rewound to where it stood.", m.Params[p].Name)
	}
	for _, c := range m.Callbacks {
		text += fmt.Sprintf(" An error that %s returns is final.", m.Params[c.Param].Name)
	}
	return text
}
