package compile_test

import (
	"net/http"
	"testing"

	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// busy is a transport whose every answer is 503. It counts the requests.
type busy int

// RoundTrip answers.
func (b *busy) RoundTrip(r *http.Request) (*http.Response, error) {
	*b++
	return &http.Response{StatusCode: http.StatusServiceUnavailable, Body: http.NoBody, Request: r}, nil
}

// TestRetriedMethodsAreThoseOfTheTransport sends requests of every method
// through the transport of a generated client.
func TestRetriedMethodsAreThoseOfTheTransport(t *testing.T) {
	for _, allowed := range [][]string{nil, {"GET", "POST"}} {
		p := policy.Policy{AllowedMethods: allowed}
		for _, method := range []string{"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "POST", "PATCH", "CONNECT", "PURGE"} {
			var sent busy
			transport := retryhttp.New(&sent, retryhttp.Config{Rule: retryhttp.Rule{
				Policy: retry.New(retry.Config{MaxAttempts: 2}), Methods: allowed,
			}})
			request, err := http.NewRequestWithContext(t.Context(), method, "http://localhost/", nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := transport.RoundTrip(request); err != nil {
				t.Fatal(err)
			}
			if got := sent == 2; got != p.RetriesMethod(method) {
				t.Errorf("methods %v: %s is sent %d times, and RetriesMethod says %v", allowed, method, sent, !got)
			}
		}
	}
}
