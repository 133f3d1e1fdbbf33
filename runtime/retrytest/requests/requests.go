// Package requests tests what generated HTTP clients promise. It is apart from package
// retrytest because tests without HTTP need not compile against net/http.
package requests

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"

	retry "github.com/retrygen/retrygen/runtime"
)

// Request is what an HTTP client promises about requests.
type Request struct {
	Method, URL string
	// Policy is the name of the policy that the requests follow; empty if they pass
	// through.
	Policy string
	// Statuses are the ranges of status codes that are retried: pairs of the lowest and
	// the highest code of each. None is the transport's own list, which is not tested.
	Statuses []int
	// Never is set if the policy does not retry requests of this method.
	Never bool
	Keyed bool // the requests carry an idempotency key
}

// Transport makes an HTTP client that sends its requests by next.
type Transport = func(next http.RoundTripper, opts ...retry.Option) http.RoundTripper

// Test checks what an HTTP client promises, each promise as a test.
func Test(t *testing.T, client Transport, requests ...Request) {
	t.Helper()
	for _, r := range requests {
		t.Run(r.Method+" "+r.URL, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { r.check(t, client) })
		})
	}
}

// check sends the request with each status code as the answer.
func (r Request) check(t *testing.T, client Transport) {
	for code := 400; code <= 599; code++ {
		seen := r.send(t, client, code)
		if isNamed := r.Policy != ""; len(r.Statuses) > 0 {
			if got, want := seen.attempts > 1, isNamed && !r.Never && isFailure(code, r.Statuses); got != want {
				t.Errorf("status %d is retried: %v, want %v", code, got, want)
			}
		}
		if (seen.key != "") != r.Keyed {
			t.Errorf("the request carries an idempotency key: %v, want %v", seen.key != "", r.Keyed)
		}
		for _, e := range seen.events {
			if e.Policy != r.Policy {
				t.Errorf("the request follows policy %s, want %q", e.Policy, r.Policy)
				return
			}
		}
	}
}

// seen is what the requests of a call have shown.
type seen struct {
	attempts int
	key      string
	events   []retry.Event
}

// Observe implements [retry.Observer].
func (s *seen) Observe(_ context.Context, e retry.Event) { s.events = append(s.events, e) }

// isFailure reports whether a transport takes a status for a failure. A range does not
// count 501 and 505, which say that a repetition is of no use.
func isFailure(code int, ranges []int) bool {
	for i := 0; i+1 < len(ranges); i += 2 {
		low, high := ranges[i], ranges[i+1]
		useless := code == http.StatusNotImplemented || code == http.StatusHTTPVersionNotSupported
		if low <= code && code <= high && (low == high || !useless) {
			return true
		}
	}
	return false
}

// send sends the request, which is always answered with a status code.
func (r Request) send(t *testing.T, client Transport, code int) *seen {
	seen := &seen{}
	answer := roundTripper(func(req *http.Request) (*http.Response, error) {
		seen.attempts++
		seen.key = req.Header.Get("Idempotency-Key")
		return &http.Response{StatusCode: code, Status: fmt.Sprint(code), Body: http.NoBody, Header: http.Header{}, Request: req}, nil
	})
	req, err := http.NewRequestWithContext(t.Context(), r.Method, r.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	sender := client(answer, retry.WithObserver(seen), retry.WithQuota(nil), retry.WithBreaker(nil), retry.WithMaxAttempts(2))
	if response, err := sender.RoundTrip(req); err == nil {
		response.Body.Close()
	}
	return seen
}

type roundTripper func(*http.Request) (*http.Response, error)

// RoundTrip implements [http.RoundTripper].
func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }
