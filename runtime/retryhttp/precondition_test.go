package retryhttp_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// busyServer answers 503, and counts.
type busyServer struct{ requests int }

func (a *busyServer) RoundTrip(*http.Request) (*http.Response, error) {
	a.requests++
	return &http.Response{StatusCode: http.StatusServiceUnavailable, Body: http.NoBody}, nil
}

// TestPrecondition counts the attempts of requests that are repeatable with a
// precondition alone, and of those that always are.
func TestPrecondition(t *testing.T) {
	p := retry.New(retry.Config{Name: "p", MaxAttempts: 3, Backoff: constant(time.Nanosecond)})
	either := &retryhttp.Precondition{Query: []string{"ifGenerationMatch", "ifMetagenerationMatch"}, Header: []string{"if-match"}}
	for _, test := range []struct {
		rule          retryhttp.Rule
		method, query string
		header, value string
		attempts      int
	}{
		{retryhttp.Rule{}, "PUT", "", "", "", 3},
		{retryhttp.Rule{}, "POST", "", "", "", 1},
		{retryhttp.Rule{Safe: true}, "POST", "", "", "", 3},
		{retryhttp.Rule{Safe: true}, "PATCH", "", "", "", 3},
		{retryhttp.Rule{Safe: true}, "CONNECT", "", "", "", 1},
		{retryhttp.Rule{SafeIf: either}, "PUT", "", "", "", 1},
		{retryhttp.Rule{SafeIf: either}, "DELETE", "generation=1", "", "", 1},
		{retryhttp.Rule{SafeIf: either}, "GET", "", "", "", 1},
		{retryhttp.Rule{SafeIf: either}, "PUT", "a=1&ifMetagenerationMatch=2", "", "", 3},
		{retryhttp.Rule{SafeIf: either}, "POST", "ifGenerationMatch=0", "", "", 3},
		{retryhttp.Rule{SafeIf: either}, "PATCH", "", "If-Match", "x", 3},
		{retryhttp.Rule{SafeIf: either}, "PATCH", "", "If-None-Match", "x", 1},
		{retryhttp.Rule{SafeIf: either}, "PATCH", "", "Idempotency-Key", "k", 3},
		{retryhttp.Rule{SafeIf: &retryhttp.Precondition{}}, "PUT", "ifGenerationMatch=0", "", "", 1},
	} {
		next := &busyServer{}
		test.rule.Policy = p
		req, err := http.NewRequestWithContext(t.Context(), test.method, "http://storage.example/b?"+test.query, strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		if test.header != "" {
			req.Header.Set(test.header, test.value)
		}
		res, err := retryhttp.New(next, retryhttp.Config{Rule: test.rule}).RoundTrip(req)
		if err != nil || res.StatusCode != http.StatusServiceUnavailable || next.requests != test.attempts {
			t.Errorf("%s ?%s %s: %d attempts, want %d: %v", test.method, test.query, test.header, next.requests, test.attempts, err)
		}
	}
}
