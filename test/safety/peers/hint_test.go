package peers

import (
	"context"
	"net/http"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// asking is an error of a server that says when to come again.
type asking time.Duration

func (asking) Error() string               { return "busy" }
func (a asking) RetryAfter() time.Duration { return time.Duration(a) }
func (asking) HTTPStatusCode() int         { return 429 }

var hintBugs = []bug{
	{18, "Retry-After passes the longest wait", "hashicorp/go-retryablehttp#247, #248, #295", onVirtualTime(hintsAreCapped)},
	{19, "seconds become negative nanoseconds and a hot loop", "hashicorp/go-retryablehttp#297, go-resty/resty#1178", onVirtualTime(hintsNeverWrap)},
	{20, "a long hint parks every call", "urllib3/urllib3#3233", onVirtualTime(hintsKnowTheDeadline)},
}

// answering is a transport that answers 429 with a header.
type answering struct {
	header   string
	requests int
}

func (a *answering) RoundTrip(req *http.Request) (*http.Response, error) {
	a.requests++
	return &http.Response{StatusCode: 429, Header: http.Header{"Retry-After": {a.header}}, Body: http.NoBody, Request: req}, nil
}

// send sends a request, and returns how long that took.
func send(t *testing.T, ctx context.Context, next http.RoundTripper, opts ...retry.Option) (*http.Response, time.Duration) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, "GET", "http://example.com/", nil)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	res, err := NewPolite(next, opts...).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	return res, time.Since(start)
}

func hintsAreCapped(t *testing.T) {
	next := &answering{header: "315360000"}
	res, took := send(t, t.Context(), next)
	expect(t, "three waits of max, and the answer comes back", took == time.Minute && next.requests == 4 && res.StatusCode == 429)
}

func hintsNeverWrap(t *testing.T) {
	for _, header := range []string{"9223372036", "9223372037", "18446744074", "9223372036854775808", "18446744073709551616",
		"9999999999999999999999999999999999999999", "-5", "0x10", "1e3", "+1", "1.5", "", " ", "Fri, 31 Dec 9999 23:59:59 GMT"} {
		next := &answering{header: header}
		if _, took := send(t, t.Context(), next); took < 3*time.Second || took > time.Minute {
			t.Errorf("Retry-After: %s: %d requests in %v", header, next.requests, took)
		}
	}
}

func hintsKnowTheDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	next := &answering{header: "3600"}
	res, took := send(t, ctx, next)
	expect(t, "the answer comes back at once", took == 0 && next.requests == 1 && res.StatusCode == 429)
	s := &store{errs: []error{asking(time.Hour)}}
	start := time.Now()
	_, err := NewPlain(s).Get(ctx, "x")
	expect(t, "the error says so, too", time.Since(start) == 0 && reason(err) == retry.ReasonDeadline)
}
