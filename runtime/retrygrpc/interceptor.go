package retrygrpc

import (
	"context"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
)

// The metadata of retries (gRFC A6).
const (
	pushbackKey         = "grpc-retry-pushback-ms"
	previousAttemptsKey = "grpc-previous-rpc-attempts"
)

// UnaryClientInterceptor returns an interceptor that retries calls of the
// methods in policies, which has a policy for each full method name, such as
// "/pay.v1.Gateway/Charge". Other methods are called once. The map must not be
// changed afterwards.
func UnaryClientInterceptor(policies map[string]*retry.Policy) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, request, response any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
		policy := policies[method]
		if policy == nil {
			return invoke(ctx, method, request, response, conn, options...)
		}
		var trailer metadata.MD
		options = append(options[:len(options):len(options)], grpc.Trailer(&trailer))
		call := policy.Start(ctx, method)
		defer call.Stop()
		for previous := 0; call.Again(); previous++ {
			trailer = nil
			err := invoke(withPrevious(call.Context(), previous), method, request, response, conn, options...)
			call.Tried(retry.Pushback(withCode(err), trailer.Get(pushbackKey)))
		}
		return gen.Uncoded(call.Err())
	}
}

// withCode returns err with what its status code says to a policy in the words of
// another system.
func withCode(err error) error {
	if failure, ok := status.FromError(err); ok {
		return gen.Coded(err, uint32(failure.Code()))
	}
	return err
}

// withPrevious returns a context that sends the number of earlier attempts,
// except with the first one.
func withPrevious(ctx context.Context, attempts int) context.Context {
	if attempts == 0 {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, previousAttemptsKey, strconv.Itoa(attempts))
}
