package retryhttp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"

	retry "github.com/retrygen/retrygen/runtime"
)

// errNothing is the error of a transport that breaks its contract.
var errNothing = errors.New("retryhttp: the transport returned neither a response nor an error")

// exchange is one request and the attempts to have it answered. It is also the
// context of its attempts: the caller's, in which [Attempt] finds the exchange.
// That saves a context on the heap for every request.
type exchange struct {
	context.Context
	next   http.RoundTripper
	rule   *rule
	req    *http.Request
	method string

	attempts    atomic.Int32   // read by [Attempt], in any goroutine
	sent        bool           // the body of req is the transport's
	misdirected bool           // there has been a 421
	res         *http.Response // of the last attempt, unless it has been discarded
	err         error          // of the last attempt: a StatusError if there is a response
	unlimited   attemptContext // of attempts that no timeout of the policy bounds
}

// Value implements [context.Context].
func (e *exchange) Value(key any) any {
	if key == (exchangeKey{}) {
		return e
	}
	return e.Context.Value(key)
}

// exchangeKey is the key of an exchange in the context of its attempts.
type exchangeKey struct{}

// Attempt returns the number of the attempt that ctx, the context of a request,
// belongs to, counted from 1; 0 if the request does not come from a
// [Transport]. It is for transports below that record attempts.
func Attempt(ctx context.Context) int {
	if e, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return int(e.attempts.Load())
	}
	return 0
}

// run makes attempts until the policy ends them.
func (e *exchange) run(keyed bool) (*http.Response, error) {
	policy := e.rule.policy
	if !e.rule.repeatable(e.req, e.method, keyed) {
		policy = e.rule.once
	}
	e.Context = withoutRule(e.req.Context())
	call := policy.Start(e, e.rule.operation(e.method))
	defer call.Stop()
	for call.Again() {
		e.attempt(call.Context())
		call.Tried(e.err)
	}
	return e.outcome(call.Err())
}

// outcome returns the result of the round trip, given the error of the call.
func (e *exchange) outcome(err error) (*http.Response, error) {
	if !e.sent {
		closeBody(e.req)
	}
	if e.res != nil {
		return e.res, nil
	}
	if err == nil { // the policy says [retry.Continue], but there has to be a result
		err = e.err
	}
	if lost, ok := err.(*lostConnection); ok {
		err = lost.err
	}
	return nil, err
}

// attempt makes one attempt. The caller's context applies until the body of the
// response has been read, and limited only to the attempt.
func (e *exchange) attempt(limited context.Context) {
	last := e.err
	e.attempts.Add(1)
	e.res, e.err = nil, nil
	a := e.attemptContext(limited)
	req, err := e.request(a.ctx)
	if err != nil {
		a.release()
		e.err = retry.Prune(errors.Join(fmt.Errorf("replay the body of the request: %w", err), last))
		return
	}
	res, err := e.next.RoundTrip(req)
	switch {
	case err != nil:
		closeResponse(res) // there should be none
		e.err = a.failure(e.rule.connectionError(err))
	case res == nil:
		e.err = a.failure(errNothing)
	case !a.loosen():
		closeResponse(res)
		e.err = a.failure(context.Canceled)
	default:
		a.hold(res)
		e.judge(res)
	}
}

// judge records a response, and its status error if its status is a failure.
func (e *exchange) judge(res *http.Response) {
	e.res = res
	if !e.rule.fails(res.StatusCode, e.misdirected) {
		return
	}
	e.misdirected = e.misdirected || res.StatusCode == http.StatusMisdirectedRequest
	e.err = newStatusError(e.method, e.req.URL.Host, res)
}

// request returns the request for an attempt. The first one is the caller's
// own, as far as possible, so that success costs little.
func (e *exchange) request(ctx context.Context) (*http.Request, error) {
	if !e.sent {
		e.sent = true
		return e.req.WithContext(ctx), nil
	}
	req := e.req.Clone(ctx)
	if req.Body == nil || req.Body == http.NoBody {
		return req, nil
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, err
	}
	req.Body = body
	return req, nil
}

// discard releases the response before the wait for the next attempt.
func (e *exchange) discard() {
	if e.res == nil {
		return
	}
	if e.res.StatusCode == http.StatusMisdirectedRequest {
		// A connection whose response was not read is not used again, and the
		// next attempt needs another one.
		closeResponse(e.res)
	} else {
		drain(e.res)
	}
	e.res = nil
}

// discarder frees the connection as soon as the policy has decided to make
// another attempt: before that, the response may still have to be returned, and
// after the wait, the connection would have been blocked for nothing.
type discarder struct{}

// Observe implements [retry.Observer].
func (discarder) Observe(ctx context.Context, event retry.Event) {
	if event.Kind != retry.RetryScheduled {
		return
	}
	if e, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		e.discard()
	}
}
