package grpchealth

import (
	"context"
	"net"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	retry "github.com/retrygen/retrygen/runtime"
)

// server fails its first calls with a code.
type server struct {
	grpc_health_v1.UnimplementedHealthServer
	failures, calls atomic.Int32
	code            codes.Code
}

func (s *server) Check(context.Context, *grpc_health_v1.HealthCheckRequest) (*grpc_health_v1.HealthCheckResponse, error) {
	s.calls.Add(1)
	if s.failures.Add(-1) >= 0 {
		return nil, status.Error(s.code, "by plan")
	}
	return &grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_SERVING}, nil
}

// dial starts s and returns a client of it.
func dial(t *testing.T, s *server) grpc_health_v1.HealthClient {
	listener := bufconn.Listen(1 << 16)
	grpcServer := grpc.NewServer()
	grpc_health_v1.RegisterHealthServer(grpcServer, s)
	go grpcServer.Serve(listener)
	t.Cleanup(grpcServer.Stop)
	conn, err := grpc.NewClient("passthrough:///bufconn",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return NewRetryingHealth(grpc_health_v1.NewHealthClient(conn))
}

func TestCheck(t *testing.T) {
	tests := []struct {
		code     codes.Code
		failures int32
		calls    int32
		want     codes.Code
	}{
		{codes.Unavailable, 2, 3, codes.OK},
		{codes.ResourceExhausted, 1, 2, codes.OK},
		{codes.Unavailable, 9, 4, codes.Unavailable},
		{codes.PermissionDenied, 1, 1, codes.PermissionDenied},
	}
	for _, test := range tests {
		t.Run(test.code.String(), func(t *testing.T) {
			s := &server{code: test.code}
			s.failures.Store(test.failures)
			resp, err := dial(t, s).Check(t.Context(), &grpc_health_v1.HealthCheckRequest{})
			if got := status.Code(err); got != test.want || s.calls.Load() != test.calls {
				t.Errorf("code %v after %d calls, want %v after %d", got, s.calls.Load(), test.want, test.calls)
			}
			if err == nil && resp.GetStatus() != grpc_health_v1.HealthCheckResponse_SERVING {
				t.Errorf("status %v", resp.GetStatus())
			}
		})
	}
}

// TestPolicy demands that the caller's options bound the policy of the spec.
func TestPolicy(t *testing.T) {
	p := ProbePolicy(retry.WithMaxAttempts(2))
	if p.Name() != "probe" || p.MaxAttempts() != 2 {
		t.Errorf("policy %s with %d attempts", p.Name(), p.MaxAttempts())
	}
}
