package retryhttp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// closer is a body that knows whether it has been closed.
type closer struct {
	io.Reader
	closed bool
}

func (a *closer) Close() error {
	a.closed = true
	return nil
}

func response(status int) (*http.Response, *closer) {
	body := &closer{Reader: strings.NewReader("an answer")}
	return &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {"3"}}, Body: body}, body
}

type read struct{ status int }

func (r *read) StatusCode() int { return r.status }

func TestJudge(t *testing.T) {
	broken := errors.New("broken")
	given := []retryhttp.StatusRange{{Low: 404, High: 404}, {Low: 500, High: 599}}
	for _, test := range []struct {
		status int
		err    error
		ranges []retryhttp.StatusRange
		fails  bool
	}{
		{200, nil, given, false}, {404, nil, given, true}, {501, nil, given, true}, {429, nil, given, false},
		{429, nil, nil, true}, {503, nil, nil, true}, {501, nil, nil, false}, {404, nil, nil, false}, {503, broken, nil, true},
	} {
		res, _ := response(test.status)
		got := retryhttp.Judge(res, test.err, test.ranges...)
		read := retryhttp.JudgeStatus(&read{test.status}, test.err, test.ranges...)
		if (got != nil) != test.fails || (read != nil) != test.fails || test.err != nil && (got != test.err || read != test.err) {
			t.Errorf("%d, %v: %v, %v", test.status, test.err, got, read)
		}
		var failed *retryhttp.StatusError
		if errors.As(got, &failed) {
			if wait, ok := failed.RetryAfter(); failed.StatusCode() != test.status || !ok || wait != 3*time.Second {
				t.Errorf("%d: status %d, wait %s, %t", test.status, failed.StatusCode(), wait, ok)
			}
		}
	}
	if err := retryhttp.Judge(nil, nil); err != nil {
		t.Error(err)
	}
}

func TestDiscard(t *testing.T) {
	res, body := response(503)
	retryhttp.Discard(res)
	if n, _ := body.Read(make([]byte, 1)); n != 0 || !body.closed {
		t.Errorf("%d bytes are left, closed: %t", n, body.closed)
	}
	retryhttp.Discard(nil)
}

// TestAnswered gives back the last answer without an error, and the error of a call
// that ended during a wait, for which the answer is closed.
func TestAnswered(t *testing.T) {
	res, body := response(503)
	failed := retryhttp.Judge(res, nil)
	broken := errors.New("broken")
	for _, err := range []error{nil, failed, &retry.RetryError{Reason: retry.ReasonAttempts, Last: failed}, &retry.RetryError{Reason: retry.ReasonQuota, Last: failed}} {
		if got := retryhttp.Answered(res, err); got != nil || body.closed {
			t.Errorf("%v: %v, closed: %t", err, got, body.closed)
		}
	}
	if got := retryhttp.Answered(nil, broken); got != broken {
		t.Error(got)
	}
	ended := &retry.RetryError{Reason: retry.ReasonContext, Last: failed}
	if got := retryhttp.Answered(res, ended); !errors.Is(got, ended) || !body.closed {
		t.Errorf("%v, closed: %t", got, body.closed)
	}
}

// TestAnsweredCall ends a call while it waits.
func TestAnsweredCall(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	res, body := response(503)
	err := retryhttp.Judge(res, nil)
	p := retry.New(retry.Config{Name: "p", MaxAttempts: 3, Backoff: constant(time.Hour)})
	call := p.Failed(ctx, "Get", err)
	cancel()
	for call.Again() {
		t.Error("another attempt")
		call.Tried(err)
	}
	if got := retryhttp.Answered(res, call.Err()); !errors.Is(got, context.Canceled) || !body.closed {
		t.Errorf("%v, closed: %t", got, body.closed)
	}
}
