package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// connect returns a name of package connect.
func (e *emitter) connect(name string) *jen.Statement { return e.qualified(model.ConnectPath, name) }

// connectInterceptor returns the function that returns an interceptor.
func (e *emitter) connectInterceptor(s *model.Stub) jen.Code {
	doc := []string{
		fmt.Sprintf("%sInterceptor returns an interceptor that retries calls of [%s]. It obeys what the server says in "+
			"%s. The options apply to all of its policies.", s.Name, s.Target, pushbackKey),
		stubBehavior(s),
	}
	set := e.stubPolicies(s)
	procedure := func() *jen.Statement { return jen.Id("request").Dot("Spec").Call().Dot("Procedure") }
	unary := func() *jen.Statement { return e.connect("UnaryFunc") }
	results := []jen.Code{e.connect("AnyResponse"), jen.Error()}
	call := jen.Func().Params(e.context(), jen.Id("request").Add(e.connect("AnyRequest"))).Params(results...).
		Block(e.connectCall(s, set, procedure)...)
	wrap := jen.Func().Params(jen.Id("next").Add(unary())).Add(unary()).Block(jen.Return(call))
	return comment(doc...).Line().Func().Id(s.Name + "Interceptor").Params(e.options()).Add(e.connect("Interceptor")).
		Block(append(set.body, jen.Return(e.connect("UnaryInterceptorFunc").Call(wrap)))...)
}

// connectCall returns the statements of one call. Servers have interceptors of
// the same type: their calls pass through.
func (e *emitter) connectCall(s *model.Stub, set *policySet, procedure func() *jen.Statement) []jen.Code {
	next := func(ctx jen.Code) *jen.Statement { return jen.Id("next").Call(ctx, jen.Id("request")) }
	isServer := jen.Op("!").Id("request").Dot("Spec").Call().Dot("IsClient")
	body := []jen.Code{jen.If(isServer).Block(jen.Return(next(jen.Id("ctx"))))}
	body = append(body, e.choosePolicy(s, set, procedure(), next(jen.Id("ctx")))...)
	body = append(body,
		jen.Var().Id("response").Add(e.connect("AnyResponse")),
		jen.Var().Id("err").Error(),
	)
	metadata := jen.Id("failure").Dot("Meta").Call().Dot("Values").Call(jen.Lit(pushbackKey))
	body = append(body, retryLoop(procedure(),
		jen.List(jen.Id("response"), jen.Id("err")).Op("=").Add(next(jen.Id("call").Dot("Context").Call())),
		jen.Var().Id("values").Index().String(),
		jen.If(jen.List(jen.Id("failure"), jen.Id("ok")).Op(":=").Add(e.qualified("errors", "AsType")).
			Types(jen.Op("*").Add(e.connect("Error"))).Call(jen.Id("err")), jen.Id("ok")).Block(jen.Id("values").Op("=").Add(metadata)),
		e.tried(jen.Id("values")),
	)...)
	return append(body,
		jen.If(jen.Id("failed").Op(":=").Id("call").Dot("Err").Call(), jen.Id("failed").Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Id("failed"))),
		jen.Return(jen.Id("response"), jen.Id("err")))
}
