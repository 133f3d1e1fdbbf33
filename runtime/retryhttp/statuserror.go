package retryhttp

import (
	"net/http"
	"strconv"
	"time"
)

// StatusError is a response that counts as a failure, as the policy sees it. A
// [Transport] returns the response instead, except where the context ended, or
// the breaker opened, after the response had been discarded: then the error is
// the Last of a [*retry.RetryError].
type StatusError struct {
	method string
	host   string
	status int
	after  time.Duration
	hinted bool
}

func newStatusError(method, host string, res *http.Response) *StatusError {
	e := &StatusError{method: method, host: host, status: res.StatusCode}
	e.after, e.hinted = Hint(res.StatusCode, res.Header, time.Now())
	return e
}

// Error returns method, host and status, for example
// "GET api.example.com: status 503".
func (e *StatusError) Error() string {
	return e.method + " " + e.host + ": status " + strconv.Itoa(e.status)
}

// StatusCode returns the status of the response.
func (e *StatusError) StatusCode() int { return e.status }

// RetryAfter returns the wait that the response asks for, and whether it asks
// for one. It implements [retry.RetryAfterer].
func (e *StatusError) RetryAfter() (wait time.Duration, ok bool) { return e.after, e.hinted }

// Throttling reports whether the status is 429. It implements
// [retry.Throttler].
func (e *StatusError) Throttling() bool { return e.status == http.StatusTooManyRequests }

// RetrySafe reports that the request can be repeated safely, since the
// [Transport] asks a policy about no others. It implements [retry.RetrySafer],
// for policies that retry nothing else (Smithy).
func (e *StatusError) RetrySafe() (safe, known bool) { return true, true }
