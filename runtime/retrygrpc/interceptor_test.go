package retrygrpc_test

import (
	"context"
	"net"
	"slices"
	"strings"
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

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrygrpc"
)

// server fails with a code a number of times before it serves.
type server struct {
	grpc_health_v1.UnimplementedHealthServer
	failures  int
	code      codes.Code
	pushbacks []string // what it says in grpc-retry-pushback-ms, failure by failure
	hangs     bool     // it does not answer before its caller gives up

	mu       sync.Mutex
	calls    []time.Time
	previous []string // what its calls say of earlier attempts
}

// Check implements the health service.
func (s *server) Check(ctx context.Context, _ *grpc_health_v1.HealthCheckRequest) (*grpc_health_v1.HealthCheckResponse, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	s.mu.Lock()
	n := len(s.calls)
	s.calls = append(s.calls, time.Now())
	s.previous = append(s.previous, strings.Join(md.Get("grpc-previous-rpc-attempts"), " "))
	s.mu.Unlock()
	switch {
	case n >= s.failures:
		return &grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_SERVING}, nil
	case s.hangs:
		<-ctx.Done()
		return nil, ctx.Err()
	case n < len(s.pushbacks) && s.pushbacks[n] != "":
		_ = grpc.SetTrailer(ctx, metadata.Pairs("grpc-retry-pushback-ms", s.pushbacks[n]))
	}
	return nil, status.Error(s.code, "down")
}

// call makes a call to the server under policy, and returns its error and the
// waits between the attempts.
func call(t *testing.T, s *server, policies map[string]*retry.Policy) ([]time.Duration, error) {
	t.Helper()
	listener := bufconn.Listen(1 << 16)
	web := grpc.NewServer()
	grpc_health_v1.RegisterHealthServer(web, s)
	go func() { _ = web.Serve(listener) }()
	defer web.Stop()
	conn, err := grpc.NewClient("passthrough:///memory",
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) { return listener.Dial() }),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithChainUnaryInterceptor(retrygrpc.UnaryClientInterceptor(policies)))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	response, err := grpc_health_v1.NewHealthClient(conn).Check(t.Context(), &grpc_health_v1.HealthCheckRequest{})
	if err == nil && response.Status != grpc_health_v1.HealthCheckResponse_SERVING {
		t.Error("a success without a response")
	}
	var waits []time.Duration
	for i := 1; i < len(s.calls); i++ {
		waits = append(waits, s.calls[i].Sub(s.calls[i-1]))
	}
	return waits, err
}

// policies returns a policy for Check: 4 attempts for UNAVAILABLE, with waits
// of n seconds.
func policies(opts ...retry.Option) map[string]*retry.Policy {
	return map[string]*retry.Policy{grpc_health_v1.Health_Check_FullMethodName: retry.New(retry.Config{
		MaxAttempts: 4,
		Backoff:     retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * time.Second }},
		Classify: func(err error) retry.Class {
			if status.Code(err) == codes.Unavailable {
				return retry.Retry
			}
			return retry.Stop
		},
	}, opts...)}
}

// TestCalls checks the waits and the result of calls.
func TestCalls(t *testing.T) {
	const ms, second = time.Millisecond, time.Second
	for _, c := range []struct {
		name     string
		server   *server
		policies map[string]*retry.Policy
		want     []time.Duration
		code     codes.Code
	}{
		{"success", &server{}, policies(), nil, codes.OK},
		{"retried", &server{failures: 2, code: codes.Unavailable}, policies(), []time.Duration{second, 2 * second}, codes.OK},
		{"used up", &server{failures: 9, code: codes.Unavailable}, policies(), []time.Duration{second, 2 * second, 3 * second}, codes.Unavailable},
		{"final", &server{failures: 9, code: codes.NotFound}, policies(), nil, codes.NotFound},
		{"other method", &server{failures: 9, code: codes.Unavailable}, nil, nil, codes.Unavailable},
		{"pushback", &server{failures: 2, code: codes.Unavailable, pushbacks: []string{"7"}}, policies(), []time.Duration{7 * ms, 2 * second}, codes.OK},
		{"refused", &server{failures: 9, code: codes.Unavailable, pushbacks: []string{"-1"}}, policies(), nil, codes.Unavailable},
		{"attempt timeout", &server{failures: 1, hangs: true}, policies(retry.WithAttemptTimeout(5 * second)), []time.Duration{6 * second}, codes.OK},
	} {
		synctest.Test(t, func(t *testing.T) {
			waits, err := call(t, c.server, c.policies)
			if !slices.Equal(waits, c.want) || status.Code(err) != c.code {
				t.Errorf("%s: waits %v, want %v: %v", c.name, waits, c.want, err)
			}
		})
	}
}

// TestWordsOfOthers retries UNAVAILABLE under policies that know no codes, and
// returns the error of the call.
func TestWordsOfOthers(t *testing.T) {
	for name, isRetried := range map[string]func(error) bool{
		"network": retry.IsNetwork, "server_error": retry.IsServerFault, "retry safe": retry.IsRetrySafe,
		"status 503": func(err error) bool { return retry.Status(err) == 503 },
	} {
		synctest.Test(t, func(t *testing.T) {
			policy := retry.New(retry.Config{MaxAttempts: 2, Classify: func(err error) retry.Class {
				if isRetried(err) {
					return retry.Retry
				}
				return retry.Stop
			}})
			s := &server{failures: 9, code: codes.Unavailable}
			_, err := call(t, s, map[string]*retry.Policy{grpc_health_v1.Health_Check_FullMethodName: policy})
			if len(s.calls) != 2 || status.Code(err) != codes.Unavailable {
				t.Errorf("%s: %d attempts: %v", name, len(s.calls), err)
			}
		})
	}
}

// TestPreviousAttempts checks the metadata of retries.
func TestPreviousAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{failures: 2, code: codes.Unavailable}
		if _, err := call(t, s, policies()); err != nil {
			t.Fatal(err)
		}
		if want := []string{"", "1", "2"}; !slices.Equal(s.previous, want) {
			t.Errorf("grpc-previous-rpc-attempts %q, want %q", s.previous, want)
		}
	})
}

// TestErrors checks that a final error comes back as it was, without a mark.
func TestErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, pushback := range []string{"", "-1"} {
			_, err := call(t, &server{failures: 9, code: codes.NotFound, pushbacks: []string{pushback}}, policies())
			if _, ok := err.(interface{ GRPCStatus() *status.Status }); !ok {
				t.Errorf("pushback %q: the call returned a %T", pushback, err)
			}
		}
	})
}
