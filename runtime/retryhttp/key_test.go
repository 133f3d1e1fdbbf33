package retryhttp_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// gocardless/gocardless-pro-python#12: a key that is made anew for each attempt
// protects nothing.
func TestIdempotencyKeyHeader(t *testing.T) {
	for name, test := range map[string]struct {
		method, header, ctx string
		keyed               bool
		want                []string // "*" is any key
	}{
		"none":                    {"POST", "", "", false, []string{""}},
		"header":                  {"POST", "h1", "", false, []string{"h1", "h1", "h1"}},
		"context":                 {"POST", "", "c1", false, []string{"c1", "c1", "c1"}},
		"header before context":   {"POST", "h1", "c1", false, []string{"h1", "h1", "h1"}},
		"minted":                  {"POST", "", "", true, []string{"*", "*", "*"}},
		"context before minted":   {"PATCH", "", "c1", true, []string{"c1", "c1", "c1"}},
		"header before minted":    {"PATCH", "h1", "", true, []string{"h1", "h1", "h1"}},
		"reading needs no key":    {"GET", "", "", true, []string{"", "", ""}},
		"reading inside a call":   {"GET", "", "c1", false, []string{"c1", "c1", "c1"}},
		"a method of one's own":   {"CHARGE", "", "", true, []string{"*", "*", "*"}},
		"never connect":           {"CONNECT", "h1", "", false, []string{"h1"}},
		"deleting gets a key too": {"DELETE", "", "", true, []string{"*", "*", "*"}},
	} {
		t.Run(name, func(t *testing.T) {
			next := statuses(503)
			req := request(t, test.method, "http://example.com/", strings.NewReader("payload"))
			if test.header != "" {
				req.Header.Set("Idempotency-Key", test.header)
			}
			req = req.WithContext(retry.WithIdempotencyKey(t.Context(), test.ctx))
			rule := retryhttp.Rule{Policy: retry.New(retry.Config{MaxAttempts: 3}), Keyed: test.keyed}
			statusOf(t, retryhttp.New(next, retryhttp.Config{Rule: rule}), req)
			keys := next.keys
			if test.want[0] == "*" && keys[0] != "" {
				keys = slices.Repeat([]string{"*"}, count(keys, keys[0]))
			}
			if !slices.Equal(keys, test.want) {
				t.Errorf("keys %q, want %q", keys, test.want)
			}
		})
	}
}

func count(keys []string, key string) (n int) {
	for _, k := range keys {
		if k == key {
			n++
		}
	}
	return n
}

func TestMintedKeysDiffer(t *testing.T) {
	next := statuses(200)
	rt := retryhttp.New(next, retryhttp.Config{Rule: retryhttp.Rule{Policy: retry.New(retry.Config{}), Keyed: true}})
	for range 3 {
		statusOf(t, rt, request(t, "POST", "http://example.com/", nil))
	}
	if next.keys[0] == next.keys[1] || next.keys[1] == next.keys[2] {
		t.Errorf("keys %q", next.keys)
	}
}

// A generated client that retries the whole call shows its key to requests that
// are not retried themselves.
func TestKeyOfTheContextReachesPassedRequests(t *testing.T) {
	next := statuses(200)
	req := request(t, "POST", "http://example.com/", nil)
	req = req.WithContext(retry.WithIdempotencyKey(t.Context(), "c1"))
	req.Header = nil
	statusOf(t, retryhttp.New(next, retryhttp.Config{}), req)
	if next.keys[0] != "c1" || req.Header != nil {
		t.Errorf("key %q, header of the caller %v", next.keys[0], req.Header)
	}
}

// The key also reaches layers below by the context.
func TestMintedKeyIsInTheContext(t *testing.T) {
	var header, ctx string
	rt := retryhttp.New(transportFunc(func(req *http.Request) (*http.Response, error) {
		header, ctx = req.Header.Get("Idempotency-Key"), retry.IdempotencyKey(req.Context())
		return statuses(200).RoundTrip(req)
	}), retryhttp.Config{Rule: retryhttp.Rule{Policy: retry.New(retry.Config{}), Keyed: true}})
	statusOf(t, rt, request(t, "POST", "http://example.com/", nil))
	if header == "" || header != ctx {
		t.Errorf("header %q, context %q", header, ctx)
	}
}
