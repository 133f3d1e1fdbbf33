// Package connectfake makes calls at a Connect server fail by a script.
//
//	intercept, check := connectfake.Procedure(t, healthv1connect.HealthCheckProcedure, CheckPolicy())
//	path, handler := healthv1connect.NewHealthHandler(server, connect.WithInterceptors(intercept))
//	check.Fail(2, connectfake.Error(connect.CodeUnavailable))
//	...
//	check.Want(3)
//
// Within [testing/synctest.Test] and without sockets the waits are exact, and WantWaits
// compares them. A lost answer is CodeUnavailable to a client:
// LostAs(1, Error(connect.CodeUnavailable)).
package connectfake

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"connectrpc.com/connect"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// pushbackKey is the metadata by which a server says when to retry (gRFC A6).
const pushbackKey = "grpc-retry-pushback-ms"

// Procedure returns an interceptor of a handler by which calls of one unary procedure
// follow a script, and the script; Then takes the response, a [connect.Response].
// Calls without a step go to the service. policy is the policy that the client
// follows, for WantWaits and Lost.
func Procedure(t testing.TB, procedure string, policy *retry.Policy) (connect.Interceptor, *retrytest.Func) {
	t.Helper()
	call := func(ctx context.Context, request connect.AnyRequest, next connect.UnaryFunc) (connect.AnyResponse, error) {
		return next(ctx, request)
	}
	double, faults := retrytest.NewFunc(t, call, retrytest.Config{Name: procedure, Policy: policy})
	return connect.UnaryInterceptorFunc(func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
			if spec := request.Spec(); spec.IsClient || spec.Procedure != procedure {
				return next(ctx, request)
			}
			return double(ctx, request, next)
		}
	}), faults
}

// Error returns an error with a code.
func Error(code connect.Code) error { return gen.Coded(newError(code), uint32(code)) }

// Pushback returns an error with a code, with which the server asks for a wait in whole
// milliseconds before the next attempt, or forbids that attempt if the wait is
// negative.
func Pushback(code connect.Code, wait time.Duration) error {
	milliseconds := strconv.FormatInt(wait.Milliseconds(), 10)
	if wait < 0 {
		milliseconds = "-1"
	}
	err := newError(code)
	err.Meta().Set(pushbackKey, milliseconds)
	return retry.Pushback(gen.Coded(err, uint32(code)), []string{milliseconds})
}

func newError(code connect.Code) *connect.Error {
	return connect.NewError(code, errors.New("scripted by the test"))
}
