package health_test

import (
	"context"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	health "github.com/retrygen/retrygen/examples/engines/grpc"
	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrygrpc/grpcfake"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// clients are who makes the attempts, with the policy that they follow.
var clients = map[string]struct {
	option grpc.DialOption
	policy *retry.Policy
}{
	"service config": {health.HealthDialOption(), health.ProbePolicy()},
	"interceptor":    {health.InsistentDialOption(), health.InsistPolicy()},
}

// withFaults runs a test for each client in virtual time, with a server in memory whose
// checks fail by a script.
func withFaults(t *testing.T, test func(t *testing.T, client grpc_health_v1.HealthClient, faults *retrytest.Func)) {
	for name, c := range clients {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				intercept, faults := grpcfake.Method(t, grpc_health_v1.Health_Check_FullMethodName, c.policy)
				listener, g := bufconn.Listen(1<<16), grpc.NewServer(grpc.ChainUnaryInterceptor(intercept))
				grpc_health_v1.RegisterHealthServer(g, &server{})
				go func() { _ = g.Serve(listener) }() // it ends with Stop
				defer g.Stop()
				conn, err := grpc.NewClient("passthrough:///memory", c.option, grpc.WithTransportCredentials(insecure.NewCredentials()),
					grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				test(t, grpc_health_v1.NewHealthClient(conn), faults)
			})
		})
	}
}

// TestFakeSucceeds fails twice, loses an answer, and then succeeds.
func TestFakeSucceeds(t *testing.T) {
	withFaults(t, func(t *testing.T, client grpc_health_v1.HealthClient, faults *retrytest.Func) {
		faults.Fail(2, grpcfake.Error(codes.Unavailable)).LostAs(1, grpcfake.Error(codes.Unavailable))
		if err := check(t.Context(), client); err != nil {
			t.Error(err)
		}
		faults.Want(4)
		faults.WantWaits(retrytest.WithinPolicy)
	})
}

// TestFakePushback obeys a server that says when to retry, and one that forbids it.
func TestFakePushback(t *testing.T) {
	withFaults(t, func(t *testing.T, client grpc_health_v1.HealthClient, faults *retrytest.Func) {
		faults.Fail(1, grpcfake.Pushback(codes.Unavailable, 120*time.Millisecond)).Fail(1, grpcfake.Pushback(codes.Unavailable, -1))
		if err := check(t.Context(), client); status.Code(err) != codes.Unavailable {
			t.Error(err)
		}
		faults.Want(2)
		faults.WantWaits(retrytest.WithinPolicy)
	})
}

// TestFakeFinal makes one attempt if its code is final.
func TestFakeFinal(t *testing.T) {
	withFaults(t, func(t *testing.T, client grpc_health_v1.HealthClient, faults *retrytest.Func) {
		faults.Fail(1, grpcfake.Error(codes.NotFound)).Then(&grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_NOT_SERVING})
		if err := check(t.Context(), client); status.Code(err) != codes.NotFound {
			t.Error(err)
		}
		faults.Want(1)
		response, err := client.Check(t.Context(), &grpc_health_v1.HealthCheckRequest{})
		if err != nil || response.Status != grpc_health_v1.HealthCheckResponse_NOT_SERVING {
			t.Errorf("the script answers %v, %v", response, err)
		}
	})
}
