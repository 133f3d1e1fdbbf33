package retryconnect_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/emptypb"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryconnect"
)

const procedure = "/pay.v1.Gateway/Charge"

// server fails a number of times before it serves.
type server struct {
	failures int
	fail     http.HandlerFunc
	calls    []time.Time
}

// ServeHTTP implements [http.Handler].
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.calls = append(s.calls, time.Now())
	if len(s.calls) <= s.failures {
		s.fail(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/proto")
}

// Do implements [connect.HTTPClient] without a network, so that a bubble sees
// all waits.
func (s *server) Do(request *http.Request) (*http.Response, error) {
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, request)
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	return recorder.Result(), nil
}

// failing returns a server that fails twice with a status and headers.
func failing(code int, headers ...string) *server {
	return &server{failures: 2, fail: func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		if w.Header().Get("Content-Type") == "application/json" { // an error of the protocol
			_, _ = io.WriteString(w, `{"code": "unavailable"}`)
		}
	}}
}

// call makes a call under policies, and returns the waits between the attempts.
func call(t *testing.T, s *server, policies map[string]*retry.Policy) ([]time.Duration, error) {
	t.Helper()
	client := connect.NewClient[emptypb.Empty, emptypb.Empty](retryconnect.HTTPClient(s), "http://pay.test"+procedure,
		connect.WithInterceptors(retryconnect.Interceptor(policies)))
	response, err := client.CallUnary(t.Context(), connect.NewRequest(&emptypb.Empty{}))
	if (err == nil) != (response != nil) {
		t.Errorf("response %v and error %v", response, err)
	}
	var waits []time.Duration
	for i := 1; i < len(s.calls); i++ {
		waits = append(waits, s.calls[i].Sub(s.calls[i-1]))
	}
	return waits, err
}

// policies returns a policy for the procedure: 3 attempts for unavailable and
// resource_exhausted, with waits of n seconds.
func policies(opts ...retry.Option) map[string]*retry.Policy {
	return map[string]*retry.Policy{procedure: retry.New(retry.Config{
		MaxAttempts: 3,
		Backoff:     retry.Backoff{Delay: func(n int) time.Duration { return time.Duration(n) * time.Second }},
		RetryAfter:  retry.RetryAfter{Max: time.Minute},
		Classify: func(err error) retry.Class {
			if code := connect.CodeOf(err); code == connect.CodeUnavailable || code == connect.CodeResourceExhausted {
				return retry.Retry
			}
			return retry.Stop
		},
	}, opts...)}
}

// TestCalls checks the waits and the result of calls.
func TestCalls(t *testing.T) {
	date := func(d time.Duration) string {
		return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Add(d).Format(http.TimeFormat) // when a bubble begins
	}
	for _, c := range []struct {
		name     string
		server   *server
		policies map[string]*retry.Policy
		want     []int // milliseconds
		code     connect.Code
	}{
		{"success", &server{}, policies(), nil, 0},
		{"retried", failing(503), policies(), []int{1000, 2000}, 0},
		{"used up", failing(503), policies(retry.WithMaxAttempts(2)), []int{1000}, connect.CodeUnavailable},
		{"final", failing(404), policies(), nil, connect.CodeUnimplemented},
		{"other procedure", failing(503), nil, nil, connect.CodeUnavailable},
		{"Retry-After", failing(503, "Retry-After", "5"), policies(), []int{5000, 5000}, 0},
		{"Retry-After, a date", failing(503, "Retry-After", date(9*time.Second)), policies(), []int{9000, 2000}, 0},
		{"Retry-After and Date", failing(503, "Retry-After", date(time.Hour), "Date", date(time.Hour-3*time.Second)), policies(), []int{3000, 3000}, 0},
		{"Retry-After beyond the bound", failing(503, "Retry-After", "3600"), policies(), []int{60_000, 60_000}, 0},
		{"Retry-After that cannot be read", failing(503, "Retry-After", "soon"), policies(), []int{1000, 2000}, 0},
		{"Retry-After of a final error", failing(404, "Retry-After", "5"), policies(), nil, connect.CodeUnimplemented},
		{"rate limit", failing(429, "RateLimit-Reset", "4"), policies(), []int{4000, 4000}, 0},
		{"pushback", failing(503, "Content-Type", "application/json", "Grpc-Retry-Pushback-Ms", "7", "Retry-After", "5"), policies(), []int{7, 7}, 0},
		{"refused", failing(503, "Content-Type", "application/json", "Grpc-Retry-Pushback-Ms", "-1"), policies(), nil, connect.CodeUnavailable},
	} {
		synctest.Test(t, func(t *testing.T) {
			waits, err := call(t, c.server, c.policies)
			var want []time.Duration
			for _, ms := range c.want {
				want = append(want, time.Duration(ms)*time.Millisecond)
			}
			if !slices.Equal(waits, want) {
				t.Errorf("%s: waits %v, want %v", c.name, waits, want)
			}
			if c.code == 0 && err != nil || c.code != 0 && connect.CodeOf(err) != c.code {
				t.Errorf("%s: %v, want %v", c.name, err, c.code)
			}
		})
	}
}

// TestHintsOfProtocolErrors checks which headers are seen without [HTTPClient].
func TestHintsOfProtocolErrors(t *testing.T) {
	for contentType, want := range map[string]time.Duration{"application/json": 5 * time.Second, "text/plain": time.Second} {
		synctest.Test(t, func(t *testing.T) {
			s := failing(503, "Retry-After", "5", "Content-Type", contentType)
			client := connect.NewClient[emptypb.Empty, emptypb.Empty](s, "http://pay.test"+procedure,
				connect.WithInterceptors(retryconnect.Interceptor(policies())))
			if _, err := client.CallUnary(t.Context(), connect.NewRequest(&emptypb.Empty{})); err != nil {
				t.Fatal(err)
			}
			if wait := s.calls[1].Sub(s.calls[0]); wait != want {
				t.Errorf("%s: a wait of %v, want %v", contentType, wait, want)
			}
		})
	}
}

// TestAttemptTimeout ends attempts that hang.
func TestAttemptTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{failures: 1, fail: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}
		waits, err := call(t, s, policies(retry.WithAttemptTimeout(5*time.Second)))
		if err != nil || !slices.Equal(waits, []time.Duration{6 * time.Second}) {
			t.Errorf("waits %v: %v", waits, err)
		}
	})
}

// TestErrors checks that a final error comes back as it was, without a mark.
func TestErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, err := call(t, failing(404, "Retry-After", "5"), policies())
		if _, ok := err.(*connect.Error); !ok {
			t.Errorf("the call returned a %T", err)
		}
	})
}

// TestServersPassThrough leaves the calls alone that a server handles.
func TestServersPassThrough(t *testing.T) {
	calls := 0
	handler := connect.NewUnaryHandler(procedure, func(context.Context, *connect.Request[emptypb.Empty]) (*connect.Response[emptypb.Empty], error) {
		calls++
		return nil, connect.NewError(connect.CodeUnavailable, nil)
	}, connect.WithInterceptors(retryconnect.Interceptor(policies())))
	web := httptest.NewServer(handler)
	defer web.Close()
	client := connect.NewClient[emptypb.Empty, emptypb.Empty](web.Client(), web.URL+procedure)
	if _, err := client.CallUnary(t.Context(), connect.NewRequest(&emptypb.Empty{})); connect.CodeOf(err) != connect.CodeUnavailable || calls != 1 {
		t.Errorf("%d calls: %v", calls, err)
	}
}
