package model

import "fmt"

// The packages of gRPC, and the runtime for it.
const (
	grpcPath    = "google.golang.org/grpc"
	GrpcRuntime = RuntimePath + "/retrygrpc"
)

var grpc = &Kind{
	Name: "grpc", System: "gRPC", Imports: []string{grpcPath}, Runtime: "retrygrpc",
	Stub: &StubKind{
		Declare: grpcDeclarations, Losses: grpcLosses,
		Constant:   func(service, method string) string { return service + "_" + method + "_FullMethodName" },
		Descriptor: func(service string) string { return service + "_ServiceDesc" },
		IsVariadic: true,
	},
}

// grpcDeclarations returns a service config if it can say all of the policies,
// and an interceptor otherwise.
func grpcDeclarations(s *Stub) []Declaration {
	option := Name{grpcPath, "DialOption"}
	if config := s.ServiceConfig(); config != "" {
		constant := s.Name + "ServiceConfig"
		return []Declaration{
			Function{
				Name: s.Name + "DialOption",
				Doc: []string{fmt.Sprintf("%sDialOption returns the option by which gRPC itself retries calls of [%s]. "+
					"A client has one service config: merge it with any other one, such as a name resolver's.", s.Name, s.Target), s.behavior()},
				Result: option,
				Value:  Call{Name{grpcPath, "WithDefaultServiceConfig"}, []Expression{Local(constant)}},
			},
			Constant{
				Name: constant, Doc: []string{fmt.Sprintf("%s is the service config of [%s].", constant, s.Target)},
				Value: TextLiteral(config),
			},
		}
	}
	interceptor := s.Name + "Interceptor"
	return []Declaration{
		Function{
			Name:       s.Name + "DialOption",
			Doc:        []string{fmt.Sprintf("%sDialOption returns the option by which [%s] retries calls of [%s].", s.Name, interceptor, s.Target)},
			HasOptions: true,
			Result:     option,
			Value: Call{Name{grpcPath, "WithChainUnaryInterceptor"}, []Expression{
				Call{Local(interceptor), []Expression{Spread{Local(OptionsParam)}}},
			}},
		},
		Function{
			Name: interceptor,
			Doc: []string{fmt.Sprintf("%s returns an interceptor that retries calls of [%s]. "+
				"The options apply to all of its policies.", interceptor, s.Target), s.behavior()},
			HasOptions: true,
			Result:     Name{grpcPath, "UnaryClientInterceptor"},
			Value:      Call{Name{GrpcRuntime, "UnaryClientInterceptor"}, []Expression{PolicyMap{s}}},
		},
	}
}

func grpcLosses(p *Policy) []Loss {
	if p.OnFailure.Action != "fallback" {
		return nil
	}
	return []Loss{p.loses("gRPC", "on_failure", "the call fails")}
}
