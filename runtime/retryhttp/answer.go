package retryhttp

import (
	"errors"
	"net/http"
	"slices"

	retry "github.com/retrygen/retrygen/runtime"
)

// Judge returns the error of a call that was answered with a response: err if
// there is one, else a [*StatusError] if the status is in one of the ranges, or,
// without ranges, 408, 425, 429, 500, 502, 503 or 504. Generated clients call it
// for methods that return a response and no error with any status.
func Judge(res *http.Response, err error, failures ...StatusRange) error {
	if err != nil || res == nil || !isFailure(res.StatusCode, failures) {
		return err
	}
	method, host := "request", ""
	if req := res.Request; req != nil && req.URL != nil {
		method, host = req.Method, req.URL.Host
	}
	return newStatusError(method, host, res)
}

// JudgeStatus is [Judge] for a result that has been read, of which only the status
// is known.
func JudgeStatus(res interface{ StatusCode() int }, err error, failures ...StatusRange) error {
	if err != nil || res == nil || !isFailure(res.StatusCode(), failures) {
		return err
	}
	return &StatusError{method: "request", status: res.StatusCode()}
}

func isFailure(status int, failures []StatusRange) bool {
	if len(failures) == 0 {
		failures = transientStatuses
	}
	return slices.ContainsFunc(failures, func(s StatusRange) bool { return s.Low <= status && status <= s.High })
}

// Discard releases a response that another attempt replaces: its body is read, as
// far as that keeps the connection, and closed. It does nothing if res is nil.
func Discard(res *http.Response) {
	if res != nil {
		drain(res)
	}
}

// Answered returns the error that a call ends with: nil if its last attempt was
// answered with a response, which the caller gets. If the context ended or the
// breaker opened after that, the response is closed and err returned.
func Answered(res *http.Response, err error) error {
	var failed *StatusError
	if !errors.As(err, &failed) {
		return err
	}
	var gaveUp *retry.RetryError
	if errors.As(err, &gaveUp) && (gaveUp.Reason == retry.ReasonContext || gaveUp.Reason == retry.ReasonBreaker) {
		closeResponse(res)
		return err
	}
	return nil
}
