// Package grpcfake makes calls at a gRPC server fail by a script, whether gRPC itself
// retries them or an interceptor of the client does.
//
//	intercept, check := grpcfake.Method(t, grpc_health_v1.Health_Check_FullMethodName, CheckPolicy())
//	server := grpc.NewServer(grpc.ChainUnaryInterceptor(intercept))
//	grpc_health_v1.RegisterHealthServer(server, health.NewServer())
//	check.Fail(2, grpcfake.Error(codes.Unavailable))
//	...
//	check.Want(3)
//
// Over a listener in memory (bufconn) within [testing/synctest.Test], the waits are
// exact, and WantWaits compares them. A lost answer is UNAVAILABLE to a client:
// LostAs(1, Error(codes.Unavailable)).
package grpcfake

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// pushbackKey is the trailer by which a server says when to retry (gRFC A6).
const pushbackKey = "grpc-retry-pushback-ms"

// Method returns an interceptor of a server by which calls of one unary method follow
// a script, and the script; Then takes the response. Calls without a step go to the
// service that is registered. policy is the policy that the client follows, for
// WantWaits and Lost.
func Method(t testing.TB, fullMethod string, policy *retry.Policy) (grpc.UnaryServerInterceptor, *retrytest.Func) {
	t.Helper()
	call := func(ctx context.Context, request any, next grpc.UnaryHandler) (any, error) { return next(ctx, request) }
	double, faults := retrytest.NewFunc(t, call, retrytest.Config{Name: fullMethod, Policy: policy})
	intercept := func(ctx context.Context, request any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		if info.FullMethod != fullMethod {
			return next(ctx, request)
		}
		response, err := double(ctx, request, next)
		if asked, ok := errors.AsType[pushback](err); ok {
			if failed := grpc.SetTrailer(ctx, metadata.Pairs(pushbackKey, asked.milliseconds)); failed != nil {
				return nil, failed
			}
		}
		return response, err
	}
	return intercept, faults
}

// Error returns an error with a status code; nil for [codes.OK].
func Error(code codes.Code) error {
	return gen.Coded(status.Error(code, "scripted by the test"), uint32(code))
}

// Pushback returns an error with a status code, with which the server asks for a wait
// in whole milliseconds before the next attempt, or forbids that attempt if the wait
// is negative. It is nil for [codes.OK].
func Pushback(code codes.Code, wait time.Duration) error {
	milliseconds := strconv.FormatInt(wait.Milliseconds(), 10)
	if wait < 0 {
		milliseconds = "-1"
	}
	if err := Error(code); err != nil {
		return pushback{retry.Pushback(err, []string{milliseconds}), milliseconds}
	}
	return nil
}

// pushback is an error that comes with a trailer.
type pushback struct {
	error
	milliseconds string
}

// Unwrap returns the error itself.
func (p pushback) Unwrap() error { return p.error }
