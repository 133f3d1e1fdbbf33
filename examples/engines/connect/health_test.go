package health_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/grpc/health/grpc_health_v1"

	health "github.com/retrygen/retrygen/examples/engines/connect"
	"github.com/retrygen/retrygen/examples/engines/connect/grpc_health_v1connect"
)

// server fails a number of calls before it serves.
type server struct {
	grpc_health_v1connect.UnimplementedHealthHandler
	mu       sync.Mutex
	failures int
	code     connect.Code
	pushback string // what it says in grpc-retry-pushback-ms
	hangs    bool   // it does not answer before its caller gives up
	calls    []time.Time
}

func (s *server) fail(ctx context.Context) error {
	s.mu.Lock()
	s.calls = append(s.calls, time.Now())
	isFailure := len(s.calls) <= s.failures
	s.mu.Unlock()
	switch {
	case !isFailure:
		return nil
	case s.hangs:
		<-ctx.Done()
		return ctx.Err()
	}
	err := connect.NewError(s.code, nil)
	if s.pushback != "" {
		err.Meta().Set("grpc-retry-pushback-ms", s.pushback)
	}
	return err
}

// Check implements the health service.
func (s *server) Check(ctx context.Context, _ *connect.Request[grpc_health_v1.HealthCheckRequest]) (*connect.Response[grpc_health_v1.HealthCheckResponse], error) {
	if err := s.fail(ctx); err != nil {
		return nil, err
	}
	return connect.NewResponse(&grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_SERVING}), nil
}

// List implements the health service.
func (s *server) List(ctx context.Context, _ *connect.Request[grpc_health_v1.HealthListRequest]) (*connect.Response[grpc_health_v1.HealthListResponse], error) {
	if err := s.fail(ctx); err != nil {
		return nil, err
	}
	return connect.NewResponse(&grpc_health_v1.HealthListResponse{}), nil
}

// waits returns the times between the calls.
func (s *server) waits() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	var waits []time.Duration
	for i := 1; i < len(s.calls); i++ {
		waits = append(waits, s.calls[i].Sub(s.calls[i-1]))
	}
	return waits
}

func (s *server) handler() http.Handler {
	_, handler := grpc_health_v1connect.NewHealthHandler(s)
	return handler
}

// inMemory is an HTTP client whose requests go to a handler, so that a bubble
// sees all waits.
type inMemory struct{ handler http.Handler }

// Do implements [connect.HTTPClient].
func (m inMemory) Do(req *http.Request) (*http.Response, error) {
	recorder := httptest.NewRecorder()
	m.handler.ServeHTTP(recorder, req)
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	return recorder.Result(), nil
}

func newClient(client connect.HTTPClient, url string) grpc_health_v1connect.HealthClient {
	return grpc_health_v1connect.NewHealthClient(client, url, connect.WithInterceptors(health.HealthInterceptor()))
}

func check(ctx context.Context, client grpc_health_v1connect.HealthClient) error {
	response, err := client.Check(ctx, connect.NewRequest(&grpc_health_v1.HealthCheckRequest{}))
	if err == nil && response.Msg.Status != grpc_health_v1.HealthCheckResponse_SERVING {
		panic("a success without a response")
	}
	return err
}

func list(ctx context.Context, client grpc_health_v1connect.HealthClient) error {
	_, err := client.List(ctx, connect.NewRequest(&grpc_health_v1.HealthListRequest{}))
	return err
}

// TestLoopback retries over sockets.
func TestLoopback(t *testing.T) {
	s := &server{failures: 2, code: connect.CodeUnavailable}
	web := httptest.NewServer(s.handler())
	defer web.Close()
	if err := list(t.Context(), newClient(web.Client(), web.URL)); err != nil {
		t.Fatal(err)
	}
	policy := health.GlancePolicy()
	waits := s.waits()
	if len(waits) != 2 {
		t.Fatalf("%d retries, want 2", len(waits))
	}
	for i, wait := range waits {
		if least := policy.Delay(i + 1); wait < least || wait > least+2*time.Second { // the machine may be busy
			t.Errorf("retry %d came after %v, want %v", i+1, wait, least)
		}
	}
}

// TestWaits makes the waits of policy probe, to the nanosecond.
func TestWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{failures: 4, code: connect.CodeResourceExhausted}
		if err := check(t.Context(), newClient(inMemory{s.handler()}, "http://health")); err != nil {
			t.Fatal(err)
		}
		var want []time.Duration
		for n := 1; n < health.ProbePolicy().MaxAttempts(); n++ {
			want = append(want, health.ProbePolicy().Delay(n))
		}
		if !slices.Equal(s.waits(), want) {
			t.Errorf("waits of %v, want %v", s.waits(), want)
		}
	})
}

// TestVerdicts counts the attempts at errors of several codes.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name string
		call func(context.Context, grpc_health_v1connect.HealthClient) error
		code connect.Code
		want int
	}{
		{"retried by probe", check, connect.CodeUnavailable, 5},
		{"final under probe", check, connect.CodeUnknown, 1},
		{"retried by glance", list, connect.CodeUnknown, 3},
		{"final under glance", list, connect.CodeNotFound, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &server{failures: 1000, code: c.code}
			err := c.call(t.Context(), newClient(inMemory{s.handler()}, "http://health"))
			if connect.CodeOf(err) != c.code || len(s.calls) != c.want {
				t.Errorf("%s: %d attempts, want %d: %v", c.name, len(s.calls), c.want, err)
			}
		})
	}
}

// TestPushback obeys what the server says.
func TestPushback(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{failures: 2, code: connect.CodeUnavailable, pushback: "7"}
		if err := check(t.Context(), newClient(inMemory{s.handler()}, "http://health")); err != nil {
			t.Error(err)
		}
		if want := []time.Duration{7 * time.Millisecond, 7 * time.Millisecond}; !slices.Equal(s.waits(), want) {
			t.Errorf("waits of %v, want %v", s.waits(), want)
		}
		s = &server{failures: 2, code: connect.CodeUnavailable, pushback: "-1"}
		if err := check(t.Context(), newClient(inMemory{s.handler()}, "http://health")); err == nil || len(s.calls) != 1 {
			t.Errorf("%d attempts after a refusal: %v", len(s.calls), err)
		}
	})
}

// TestAttemptTimeout ends attempts that take longer than the policy allows.
func TestAttemptTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{failures: 2, hangs: true}
		start := time.Now()
		if err := check(t.Context(), newClient(inMemory{s.handler()}, "http://health")); err != nil {
			t.Fatal(err)
		}
		if want := 2*2*time.Second + 3*time.Second; time.Since(start) != want {
			t.Errorf("the call took %v, want two attempts of 2s and waits of 1s and 2s, %v", time.Since(start), want)
		}
	})
}
