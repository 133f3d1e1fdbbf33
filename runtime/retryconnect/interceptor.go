package retryconnect

import (
	"context"

	"connectrpc.com/connect"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
)

// Interceptor returns an interceptor that retries calls of the procedures in
// policies, which has a policy for each procedure, such as
// "/pay.v1.Gateway/Charge". Other procedures are called once, and so are
// streams and the calls that a server handles. The map must not be changed
// afterwards.
func Interceptor(policies map[string]*retry.Policy) connect.Interceptor {
	return connect.UnaryInterceptorFunc(func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
			policy := policies[request.Spec().Procedure]
			if policy == nil || !request.Spec().IsClient {
				return next(ctx, request)
			}
			return invoke(ctx, policy, next, request)
		}
	})
}

// invoke makes a call under a policy.
func invoke(ctx context.Context, policy *retry.Policy, next connect.UnaryFunc, request connect.AnyRequest) (response connect.AnyResponse, err error) {
	call := policy.Start(ctx, request.Spec().Procedure)
	defer call.Stop()
	for call.Again() {
		attempt, seen := withRecord(call.Context())
		response, err = next(attempt, request)
		call.Tried(withHint(err, seen))
	}
	if failed := call.Err(); failed != nil {
		return nil, gen.Uncoded(failed)
	}
	return response, err
}
