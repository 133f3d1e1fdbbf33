package retryhttp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

var errReset = errors.New("connection reset")

func TestAttemptsAndWaits(t *testing.T) {
	const s = time.Second
	for name, test := range map[string]struct {
		answers []answer
		status  int   // 0: an error
		err     error // that the error matches
		at      []time.Duration
	}{
		"success":            {[]answer{{status: 200}}, 200, nil, []time.Duration{0}},
		"recovers":           {[]answer{{status: 503}, {status: 500}, {status: 200}}, 200, nil, []time.Duration{0, s, 2 * s}},
		"recovers from loss": {[]answer{{err: errReset}, {status: 204}}, 204, nil, []time.Duration{0, s}},
		"exhausted":          {[]answer{{status: 503}}, 503, nil, []time.Duration{0, s, 2 * s}},
		"exhausted by loss":  {[]answer{{status: 503}, {err: errReset}}, 0, errReset, []time.Duration{0, s, 2 * s}},
		"last is a response": {[]answer{{err: errReset}, {err: errReset}, {status: 502}}, 502, nil, []time.Duration{0, s, 2 * s}},
		"not a failure":      {[]answer{{status: 404}}, 404, nil, []time.Duration{0}},
		"final after retry":  {[]answer{{status: 503}, {status: 404}}, 404, nil, []time.Duration{0, s}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				next := newScript(test.answers...)
				rt := over(next, retry.Config{MaxAttempts: 3, Backoff: constant(s)})
				res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
				if (res == nil) == (err == nil) || !errors.Is(err, test.err) {
					t.Fatalf("response %v, error %v", res, err)
				}
				if res != nil {
					body, _ := io.ReadAll(res.Body)
					if res.StatusCode != test.status || string(body) != http.StatusText(test.status) {
						t.Errorf("status %d, body %q", res.StatusCode, body)
					}
					res.Body.Close()
				}
				if !slices.Equal(next.at, test.at) || next.open != 0 {
					t.Errorf("attempts at %v, want %v; %d responses open", next.at, test.at, next.open)
				}
			})
		})
	}
}

func TestMethodsAndStatuses(t *testing.T) {
	defaults := []int{408, 421, 425, 429, 500, 502, 503, 504}
	once := []string{"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", ""}
	for _, method := range []string{"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "", "POST", "PATCH", "CONNECT", "PURGE"} {
		for _, status := range []int{101, 200, 204, 304, 400, 401, 403, 404, 408, 409, 421, 425, 429, 500, 501, 502, 503, 504, 505, 507, 511} {
			next := statuses(status, 200)
			rt := over(next, retry.Config{MaxAttempts: 2})
			statusOf(t, rt, request(t, method, "http://example.com/", nil))
			want := 1
			if slices.Contains(once, method) && slices.Contains(defaults, status) {
				want = 2
			}
			if len(next.at) != want {
				t.Errorf("%q, status %d: %d attempts, want %d", method, status, len(next.at), want)
			}
		}
	}
}

func TestMethodsAfterALostConnection(t *testing.T) {
	for method, want := range map[string]int{"GET": 2, "DELETE": 2, "POST": 1, "PATCH": 1, "CONNECT": 1} {
		next := newScript(answer{err: errReset}, answer{status: 200})
		res, err := over(next, retry.Config{MaxAttempts: 2}).RoundTrip(request(t, method, "http://example.com/", nil))
		if len(next.at) != want {
			t.Errorf("%s: %d attempts, want %d", method, len(next.at), want)
		}
		if want == 1 && (res != nil || err != errReset) {
			t.Errorf("%s: response %v, error %v, want the error as it is", method, res, err)
		}
	}
}

func TestRuleStatuses(t *testing.T) {
	ranges := []retryhttp.StatusRange{{Low: 202, High: 202}, {Low: 500, High: 599}, {Low: 505, High: 505}, {Low: 100, High: 101}}
	for status, want := range map[int]int{
		101: 1, 200: 1, 202: 2, 429: 1, 500: 2, 501: 1, 505: 2, 599: 2,
	} {
		next := statuses(status, 200)
		rt := retryhttp.New(next, retryhttp.Config{Rule: retryhttp.Rule{Policy: retry.New(retry.Config{MaxAttempts: 2}), Statuses: ranges}})
		statusOf(t, rt, request(t, "GET", "http://example.com/", nil))
		if len(next.at) != want {
			t.Errorf("status %d: %d attempts, want %d", status, len(next.at), want)
		}
	}
}

func TestMisdirectedRequestIsRetriedOnce(t *testing.T) {
	for _, test := range []struct {
		answers        []int
		status, number int
	}{
		{[]int{421, 503, 421, 200}, 421, 3}, {[]int{421, 421, 200}, 421, 2}, {[]int{503, 421, 200}, 200, 3},
	} {
		next := statuses(test.answers...)
		rt := over(next, retry.Config{MaxAttempts: 9})
		status := statusOf(t, rt, request(t, "GET", "http://example.com/", nil))
		if status != test.status || len(next.at) != test.number {
			t.Errorf("%v: status %d after %d attempts, want %d after %d", test.answers, status, len(next.at), test.status, test.number)
		}
	}
}

func TestPolicyHasTheLastWord(t *testing.T) {
	only429 := func(err error) retry.Class {
		if retry.Status(err) == 429 {
			return retry.Retry
		}
		return retry.Stop
	}
	for status, want := range map[int]int{429: 3, 503: 1} {
		next := statuses(status)
		rt := over(next, retry.Config{MaxAttempts: 3, Classify: only429})
		if got := statusOf(t, rt, request(t, "GET", "http://example.com/", nil)); got != status || len(next.at) != want {
			t.Errorf("status %d: got %d after %d attempts, want %d", status, got, len(next.at), want)
		}
	}
}

// What a policy can tell of a failure: the matchers of every dialect have to
// find what they look for.
func TestPolicySeesFailures(t *testing.T) {
	for name, test := range map[string]struct {
		answer    answer
		is, isNot func(error) bool
	}{
		"retry safe by status":  {answer{status: 503}, retry.IsRetrySafe, retry.IsThrottling},
		"server fault":          {answer{status: 503}, retry.IsServerFault, retry.IsNetwork},
		"throttling":            {answer{status: 429}, retry.IsThrottling, retry.IsServerFault},
		"end of the connection": {answer{err: io.EOF}, retry.IsNetwork, retry.IsTimeout},
		"its text":              {answer{err: io.EOF}, func(err error) bool { return err.Error() == "EOF" }, retry.IsTimeout},
		"closed when idle":      {answer{err: errors.New("http: server closed idle connection")}, retry.IsNetwork, retry.IsTimeout},
		"retry safe by loss":    {answer{err: io.ErrUnexpectedEOF}, retry.IsRetrySafe, retry.IsServerFault},
		"lost, by its type":     {answer{err: &net.OpError{Op: "read", Err: syscall.ECONNRESET}}, retry.IsRetrySafe, retry.IsTimeout},
		"another error":         {answer{err: errReset}, isReset, retry.IsNetwork},
	} {
		t.Run(name, func(t *testing.T) {
			next := newScript(test.answer)
			seen := 0
			rt := over(next, retry.Config{MaxAttempts: 2, Classify: func(err error) retry.Class {
				seen++
				if !test.is(err) || test.isNot(err) {
					t.Errorf("%v (%T) is taken for something else", err, err)
				}
				return retry.Stop
			}})
			res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
			if seen != 1 || err != test.answer.err {
				t.Errorf("seen %d times; response %v, error %v, want the error as it is", seen, res, err)
			}
		})
	}
}

func isReset(err error) bool { return errors.Is(err, errReset) }

func TestThrottlingHasItsOwnBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := statuses(500, 429, 200)
		rt := over(next, retry.Config{MaxAttempts: 3, Backoff: constant(time.Second), Throttling: constant(10 * time.Second)})
		statusOf(t, rt, request(t, "GET", "http://example.com/", nil))
		if want := []time.Duration{0, time.Second, 11 * time.Second}; !slices.Equal(next.at, want) {
			t.Errorf("attempts at %v, want %v", next.at, want)
		}
	})
}

func TestZeroConfigPassesThrough(t *testing.T) {
	next := statuses(503)
	if status := statusOf(t, retryhttp.New(next, retryhttp.Config{}), request(t, "GET", "http://example.com/", nil)); status != 503 || len(next.at) != 1 {
		t.Errorf("status %d after %d attempts", status, len(next.at))
	}
}

func TestCancelledContextDuringTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := statuses(503)
		rt := over(next, retry.Config{MaxAttempts: 3, Backoff: constant(time.Minute)})
		cause := errors.New("user left")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(cause) })
		res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil).WithContext(ctx))
		var failed *retryhttp.StatusError
		if res != nil || !errors.Is(err, context.Canceled) || !errors.Is(err, cause) || !errors.As(err, &failed) {
			t.Errorf("response %v, error %v", res, err)
		}
		if elapsed := time.Since(next.start); elapsed != time.Second || next.open != 0 || len(next.at) != 1 {
			t.Errorf("%d attempts, %v, %d open", len(next.at), elapsed, next.open)
		}
	})
}

// The response is let go before the wait, so that its connection is free.
func TestResponseIsClosedBeforeTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := statuses(503, 200)
		rt := over(next, retry.Config{MaxAttempts: 2, Backoff: constant(time.Minute)})
		statusOf(t, rt, request(t, "GET", "http://example.com/", nil))
		if next.closed[0] != 0 {
			t.Errorf("closed after %v", next.closed[0])
		}
	})
}

func TestContinueStillAnswers(t *testing.T) {
	next := newScript(answer{err: errReset})
	rt := over(next, retry.Config{MaxAttempts: 2, OnFailure: retry.Continue})
	if res, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil)); res != nil || err != errReset {
		t.Errorf("response %v, error %v", res, err)
	}
}

func TestOpenBreakerClosesTheBody(t *testing.T) {
	breaker := retry.NewBreaker(retry.BreakerConfig{FailureThreshold: 1})
	rt := over(statuses(503), retry.Config{MaxAttempts: 1, Breaker: breaker})
	statusOf(t, rt, request(t, "GET", "http://example.com/", nil))
	closed := 0
	body := &watchedBody{Reader: strings.NewReader("x"), closed: func() { closed++ }}
	res, err := rt.RoundTrip(request(t, "PUT", "http://example.com/", body))
	e, ok := errors.AsType[*retry.RetryError](err)
	if res != nil || !ok || e.Reason != retry.ReasonBreaker || closed != 1 {
		t.Errorf("response %v, error %v, body closed %d times", res, err, closed)
	}
}

func TestAttemptNumber(t *testing.T) {
	var numbers []int
	rt := over(transportFunc(func(req *http.Request) (*http.Response, error) {
		numbers = append(numbers, retryhttp.Attempt(req.Context()))
		return nil, errReset
	}), retry.Config{MaxAttempts: 3})
	_, _ = rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
	if want := []int{1, 2, 3}; !slices.Equal(numbers, want) || retryhttp.Attempt(t.Context()) != 0 {
		t.Errorf("numbers %v, want %v", numbers, want)
	}
}

// idler is a transport that counts what it is asked for.
type idler struct {
	transportFunc
	closed int
}

func (i *idler) CloseIdleConnections() { i.closed++ }

func TestCloseIdleConnections(t *testing.T) {
	next := &idler{}
	client := &http.Client{Transport: retryhttp.New(next, retryhttp.Config{})}
	client.CloseIdleConnections()
	if next.closed != 1 {
		t.Errorf("closed %d times", next.closed)
	}
	retryhttp.New(transportFunc(nil), retryhttp.Config{}).CloseIdleConnections()
}

// A request that was put together by hand may leave out what has a default,
// and what has none is for the transport below to refuse.
func TestBareRequest(t *testing.T) {
	next := statuses(503, 200)
	rt := over(next, retry.Config{MaxAttempts: 2, AttemptTimeout: time.Hour})
	if status := statusOf(t, rt, &http.Request{URL: &url.URL{}}); status != 200 || len(next.at) != 2 {
		t.Errorf("status %d after %d attempts", status, len(next.at))
	}
	plain := over(&http.Transport{}, retry.Config{MaxAttempts: 2})
	if res, err := plain.RoundTrip(&http.Request{}); res != nil || err == nil || err.Error() != "http: nil Request.URL" {
		t.Errorf("response %v, error %v", res, err)
	}
}

// TestFinalProxyErrors ends a call when its proxy cannot be reached, and only
// under a rule that says so.
func TestFinalProxyErrors(t *testing.T) {
	refused := &net.OpError{Op: "proxyconnect", Net: "tcp", Err: errors.New("connection refused")}
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
	for _, c := range []struct {
		name    string
		err     error
		isFinal bool
		want    int
	}{
		{"proxy", refused, true, 1},
		{"wrapped", fmt.Errorf("send: %w", refused), true, 1},
		{"other connection", dial, true, 3},
		{"other rule", refused, false, 3},
	} {
		attempts := 0
		rt := retryhttp.New(transportFunc(func(*http.Request) (*http.Response, error) {
			attempts++
			return nil, c.err
		}), retryhttp.Config{Rule: retryhttp.Rule{Policy: retry.New(retry.Config{MaxAttempts: 3}), FinalProxyErrors: c.isFinal}})
		_, err := rt.RoundTrip(request(t, "GET", "http://example.com/", nil))
		if attempts != c.want || !errors.Is(err, c.err) || c.want == 1 && err != c.err {
			t.Errorf("%s: %d attempts, want %d: %v", c.name, attempts, c.want, err)
		}
	}
}
