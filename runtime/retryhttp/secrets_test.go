package retryhttp_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

const canary = "hunter2"

// CVE-2024-6104: a client wrote the password of the URL into its log. Nothing
// that a request or a response carries may show up in an error or an event.
func TestSecretsStayOut(t *testing.T) {
	header := http.Header{"Set-Cookie": {canary}, "X-Token": {canary}, "Retry-After": {canary}}
	for name, test := range map[string]struct {
		last    answer
		cut     time.Duration // when the caller gives up
		mention string        // what is told, for sure
	}{
		"status":    {answer{status: 503, header: header}, time.Hour, "PUT example.com: status 503"},
		"lost":      {answer{err: errReset}, time.Hour, "connection reset"},
		"cancelled": {answer{status: 503, header: header}, 1500 * time.Millisecond, "context canceled: PUT example.com: status 503"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var told strings.Builder
			policy := retry.New(retry.Config{MaxAttempts: 3, Backoff: constant(time.Second)}, retry.WithObserver(retry.ObserverFunc(
				func(_ context.Context, e retry.Event) { fmt.Fprintf(&told, "%v %+v\n", e.Err, e) })))
			ctx, cancel := context.WithCancel(retry.WithIdempotencyKey(t.Context(), canary))
			defer cancel()
			time.AfterFunc(test.cut, cancel)
			next := newScript(answer{status: 500, header: header}, test.last)
			rt := retryhttp.New(next, retryhttp.Config{Rule: retryhttp.Rule{Policy: policy}})
			res, err := rt.RoundTrip(secretive(t).WithContext(ctx))
			if err == nil {
				res.Body.Close()
			}
			fmt.Fprintf(&told, "%v %+v\n", err, err)
			if text := told.String(); strings.Contains(text, canary) || !strings.Contains(text, test.mention) || len(next.at) < 2 {
				t.Errorf("%s: told\n%s", name, text)
			}
		})
	}
}

// secretive returns a request that has secrets wherever it can.
func secretive(t *testing.T) *http.Request {
	url := fmt.Sprintf("http://%[1]s:%[1]s@example.com/%[1]s?token=%[1]s#%[1]s", canary)
	req := request(t, "PUT", url, strings.NewReader(canary))
	for _, name := range []string{"Authorization", "Cookie", "X-Api-Key"} {
		req.Header.Set(name, canary)
	}
	return req
}
