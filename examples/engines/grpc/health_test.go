package health_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	health "github.com/retrygen/retrygen/examples/engines/grpc"
	retry "github.com/retrygen/retrygen/runtime"
)

// server fails a number of checks before it serves.
type server struct {
	grpc_health_v1.UnimplementedHealthServer
	mu       sync.Mutex
	failures int
	code     codes.Code
	pushback string // what it says in grpc-retry-pushback-ms
	hangs    bool   // it does not answer before its caller gives up
	checks   []time.Time
	previous []string // grpc-previous-rpc-attempts
}

// Check implements the health service.
func (s *server) Check(ctx context.Context, _ *grpc_health_v1.HealthCheckRequest) (*grpc_health_v1.HealthCheckResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checks = append(s.checks, time.Now())
	incoming, _ := metadata.FromIncomingContext(ctx)
	s.previous = append(s.previous, incoming.Get("grpc-previous-rpc-attempts")...)
	if len(s.checks) > s.failures {
		return &grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_SERVING}, nil
	}
	if s.hangs {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if s.pushback != "" {
		_ = grpc.SetTrailer(ctx, metadata.Pairs("grpc-retry-pushback-ms", s.pushback))
	}
	return nil, status.Error(s.code, "not yet")
}

// attempts returns the number of checks so far.
func (s *server) attempts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.checks)
}

// gaps returns the times between the checks.
func (s *server) gaps() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	var gaps []time.Duration
	for i := 1; i < len(s.checks); i++ {
		gaps = append(gaps, s.checks[i].Sub(s.checks[i-1]))
	}
	return gaps
}

// dial starts a server on a listener and returns a client for it. What it
// returns last stops both.
func dial(t *testing.T, s *server, listener net.Listener, opts ...grpc.DialOption) (grpc_health_v1.HealthClient, func()) {
	t.Helper()
	g := grpc.NewServer()
	grpc_health_v1.RegisterHealthServer(g, s)
	go func() { _ = g.Serve(listener) }() // it ends with Stop
	opts = append(opts, grpc.WithTransportCredentials(insecure.NewCredentials()))
	conn, err := grpc.NewClient("passthrough:///"+listener.Addr().String(), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return grpc_health_v1.NewHealthClient(conn), func() {
		_ = conn.Close()
		g.Stop()
	}
}

// dialLoopback is dial over a socket of this machine.
func dialLoopback(t *testing.T, s *server, opts ...grpc.DialOption) grpc_health_v1.HealthClient {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	client, stop := dial(t, s, listener, opts...)
	t.Cleanup(stop)
	return client
}

// dialMemory is dial over memory, whose waits a bubble sees.
func dialMemory(t *testing.T, s *server, opts ...grpc.DialOption) (grpc_health_v1.HealthClient, func()) {
	t.Helper()
	listener := bufconn.Listen(1 << 16)
	return dial(t, s, listener, append(opts, grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
		return listener.DialContext(ctx)
	}))...)
}

func check(ctx context.Context, client grpc_health_v1.HealthClient) error {
	_, err := client.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	return err
}

// TestServiceConfig lets gRPC itself follow policy probe, and compares the
// waits that a server sees with those of the policy.
func TestServiceConfig(t *testing.T) {
	s := &server{failures: 3, code: codes.Unavailable}
	if err := check(t.Context(), dialLoopback(t, s, health.HealthDialOption())); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.previous, []string{"1", "2", "3"}) {
		t.Errorf("the server was told of %q attempts before", s.previous)
	}
	policy := health.ProbePolicy()
	for i, gap := range s.gaps() {
		shortest, longest := policy.Bounds(i + 1)
		if gap < shortest || gap > longest+2*time.Second { // the machine may be busy
			t.Errorf("retry %d came after %v, want %v to %v", i+1, gap, shortest, longest)
		}
	}
}

// TestServiceConfigJitter draws waits in virtual time, where nothing is added
// to them.
func TestServiceConfigJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policy := health.ProbePolicy()
		for range 20 {
			s := &server{failures: 3, code: codes.Unavailable}
			client, stop := dialMemory(t, s, health.HealthDialOption())
			if err := check(t.Context(), client); err != nil {
				t.Fatal(err)
			}
			stop()
			for i, gap := range s.gaps() {
				if shortest, longest := policy.Bounds(i + 1); gap < shortest || gap > longest {
					t.Errorf("retry %d came after %v, want %v to %v", i+1, gap, shortest, longest)
				}
			}
		}
	})
}

// TestThrottling exhausts retryThrottling, and the quota of the same policy
// in process, call by call.
func TestThrottling(t *testing.T) {
	s := &server{failures: 1000, code: codes.Unavailable}
	client := dialLoopback(t, s, health.HealthDialOption())
	policy := health.ProbePolicy()
	for call, want := range []int{4, 1, 1} {
		before := s.attempts()
		if err := check(t.Context(), client); status.Code(err) != codes.Unavailable {
			t.Fatal(err)
		}
		if got := s.attempts() - before; got != want {
			t.Errorf("call %d made %d attempts at the server, want %d", call+1, got, want)
		}
		inProcess := 0
		_ = policy.Do(t.Context(), func(context.Context) error {
			inProcess++
			return status.Error(codes.Unavailable, "not yet")
		})
		if inProcess != want {
			t.Errorf("call %d made %d attempts in process, want %d", call+1, inProcess, want)
		}
	}
}

// TestFinal makes one attempt where the code is not to be retried.
func TestFinal(t *testing.T) {
	for name, option := range map[string]grpc.DialOption{"service config": health.HealthDialOption(), "interceptor": health.InsistentDialOption()} {
		s := &server{failures: 1000, code: codes.NotFound}
		if err := check(t.Context(), dialLoopback(t, s, option)); status.Code(err) != codes.NotFound || s.attempts() != 1 {
			t.Errorf("%s: %d attempts: %v", name, s.attempts(), err)
		}
	}
}

// TestPushback obeys what the server says, by gRPC itself and by the
// interceptor.
func TestPushback(t *testing.T) {
	for name, option := range map[string]grpc.DialOption{"service config": health.HealthDialOption(), "interceptor": health.InsistentDialOption()} {
		synctest.Test(t, func(t *testing.T) {
			s := &server{failures: 2, code: codes.Unavailable, pushback: "7"}
			client, stop := dialMemory(t, s, option)
			if err := check(t.Context(), client); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			stop()
			if want := []time.Duration{7 * time.Millisecond, 7 * time.Millisecond}; !slices.Equal(s.gaps(), want) {
				t.Errorf("%s: waits of %v, want %v", name, s.gaps(), want)
			}
			s = &server{failures: 2, code: codes.Unavailable, pushback: "-1"}
			client, stop = dialMemory(t, s, option)
			if err := check(t.Context(), client); status.Code(err) != codes.Unavailable || s.attempts() != 1 {
				t.Errorf("%s: %d attempts after a refusal: %v", name, s.attempts(), err)
			}
			stop()
		})
	}
}

// TestInterceptor makes the waits of policy insist, to the nanosecond.
func TestInterceptor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{failures: 4, code: codes.ResourceExhausted}
		client, stop := dialMemory(t, s, health.InsistentDialOption())
		defer stop()
		if err := check(t.Context(), client); err != nil {
			t.Fatal(err)
		}
		policy := health.InsistPolicy()
		for i, gap := range s.gaps() {
			if want := policy.Delay(i + 1); gap != want {
				t.Errorf("retry %d came after %v, want %v", i+1, gap, want)
			}
		}
		if s.attempts() != policy.MaxAttempts() {
			t.Errorf("%d attempts, want %d", s.attempts(), policy.MaxAttempts())
		}
	})
}

// TestAttemptTimeout ends attempts that take longer than the policy allows.
func TestAttemptTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{failures: 2, hangs: true}
		client, stop := dialMemory(t, s, health.InsistentDialOption())
		defer stop()
		start := time.Now()
		if err := check(t.Context(), client); err != nil {
			t.Fatal(err)
		}
		if want := 2*time.Second + 3*time.Second; time.Since(start) != want {
			t.Errorf("the call took %v, want two attempts of 1s and waits of 1s and 2s, %v", time.Since(start), want)
		}
	})
}

// TestGivesUp demands the reason next to the status of the last attempt.
func TestGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{failures: 1000, code: codes.Unavailable}
		client, stop := dialMemory(t, s, health.InsistentDialOption(retry.WithMaxAttempts(2)))
		defer stop()
		err := check(t.Context(), client)
		failure, ok := errors.AsType[*retry.RetryError](err)
		if !ok || failure.Reason != retry.ReasonAttempts || status.Code(err) != codes.Unavailable || s.attempts() != 2 {
			t.Errorf("%d attempts: %v", s.attempts(), err)
		}
	})
}
