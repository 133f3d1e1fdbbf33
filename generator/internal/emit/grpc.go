package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// grpc returns a name of package grpc.
func (e *emitter) grpc(name string) *jen.Statement { return e.qualified(model.GrpcPath, name) }

// grpcConfigOption returns the function that returns the dial option for a
// service config.
func (e *emitter) grpcConfigOption(s *model.Stub) jen.Code {
	doc := []string{
		fmt.Sprintf("%sDialOption returns the option by which calls of [%s] are retried, by gRPC itself. "+
			"A client has one service config: with another one, such as that of a name resolver, put them together.", s.Name, s.Target),
		stubBehavior(s),
	}
	config := s.Name + "ServiceConfig"
	return comment(doc...).Line().Func().Id(s.Name + "DialOption").Params().Add(e.grpc("DialOption")).
		Block(jen.Return(e.grpc("WithDefaultServiceConfig").Call(jen.Id(config))))
}

// grpcServiceConfig returns the constant that holds the service config.
func (e *emitter) grpcServiceConfig(s *model.Stub) jen.Code {
	doc := fmt.Sprintf("%sServiceConfig is the service config of [%s].", s.Name, s.Target)
	return comment(doc).Line().Const().Id(s.Name + "ServiceConfig").Op("=").Add(textLiteral(s.Config))
}

// grpcInterceptorOption returns the function that returns the dial option for
// an interceptor.
func (e *emitter) grpcInterceptorOption(s *model.Stub) jen.Code {
	doc := fmt.Sprintf("%sDialOption returns the option by which calls of [%s] are retried, by [%sInterceptor].", s.Name, s.Target, s.Name)
	return comment(doc).Line().Func().Id(s.Name + "DialOption").Params(e.options()).Add(e.grpc("DialOption")).Block(
		jen.Return(e.grpc("WithChainUnaryInterceptor").Call(jen.Id(s.Name + "Interceptor").Call(jen.Id(model.OptionsParam).Op("...")))),
	)
}

// grpcInterceptor returns the function that returns an interceptor.
func (e *emitter) grpcInterceptor(s *model.Stub) jen.Code {
	doc := []string{
		fmt.Sprintf("%sInterceptor returns an interceptor that retries calls of [%s]. It obeys what the server says in "+
			"%s. The options apply to all of its policies.", s.Name, s.Target, pushbackKey),
		stubBehavior(s),
	}
	set := e.stubPolicies(s)
	arguments := func(ctx jen.Code, options jen.Code) *jen.Statement {
		return jen.Id("invoke").Call(ctx, jen.Id("method"), jen.Id("request"), jen.Id("response"), jen.Id("conn"), options)
	}
	room := jen.Id("options").Index(jen.Op(":").Len(jen.Id("options")).Op(":").Len(jen.Id("options")))
	trailer := jen.Append(room, e.grpc("Trailer").Call(jen.Op("&").Id("trailer"))).Op("...")
	body := e.choosePolicy(s, set, jen.Id("method"), arguments(jen.Id("ctx"), jen.Id("options").Op("...")))
	body = append(body, retryLoop(jen.Id("method"),
		jen.Var().Id("trailer").Add(e.qualified(model.MetadataPath, "MD")),
		jen.Id("err").Op(":=").Add(arguments(jen.Id("call").Dot("Context").Call(), trailer)),
		e.tried(jen.Id("trailer").Dot("Get").Call(jen.Lit(pushbackKey))),
	)...)
	body = append(body, jen.Return(jen.Id("call").Dot("Err").Call()))
	return comment(doc...).Line().Func().Id(s.Name + "Interceptor").Params(e.options()).Add(e.grpc("UnaryClientInterceptor")).
		Block(append(set.body, jen.Return(jen.Func().Params(e.grpcParams()...).Error().Block(body...)))...)
}

// grpcParams returns the parameters of an interceptor.
func (e *emitter) grpcParams() []jen.Code {
	return []jen.Code{
		e.context(), jen.Id("method").String(), jen.List(jen.Id("request"), jen.Id("response")).Any(),
		jen.Id("conn").Op("*").Add(e.grpc("ClientConn")), jen.Id("invoke").Add(e.grpc("UnaryInvoker")),
		jen.Id("options").Op("...").Add(e.grpc("CallOption")),
	}
}
