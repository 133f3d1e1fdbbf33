// Package retrygrpc retries unary calls of gRPC clients under retry policies.
//
//	conn, err := grpc.NewClient(target, grpc.WithChainUnaryInterceptor(
//		retrygrpc.UnaryClientInterceptor(map[string]*retry.Policy{
//			paypb.Gateway_Charge_FullMethodName: policy,
//		})))
//
// The interceptor obeys the trailer grpc-retry-pushback-ms of a server, and
// sends the number of earlier attempts in grpc-previous-rpc-attempts, as gRPC
// itself does (gRFC A6). Attempts run in process, so that timeouts, quotas,
// breakers and observers of a policy apply.
package retrygrpc
