package retryhttp

import (
	"context"
	"fmt"
	"net/http"

	retry "github.com/retrygen/retrygen/runtime"
)

// keyHeader is the header that makes a repeated request recognisable.
const keyHeader = "Idempotency-Key"

// Transport is an [http.RoundTripper] that retries. It is safe for concurrent
// use.
type Transport struct {
	next   http.RoundTripper
	rule   rule
	routes []route
	err    error // of the config, for every request
}

// New returns a Transport that makes its attempts with next;
// [http.DefaultTransport] if that is nil. An error in config, such as an
// invalid path pattern, is the error of every request.
func New(next http.RoundTripper, config Config) *Transport {
	if next == nil {
		next = http.DefaultTransport
	}
	t := &Transport{next: next}
	t.rule, t.err = newRule(config.Rule, "")
	for i, r := range config.Routes {
		prepared, err := newRoute(r)
		if err != nil && t.err == nil {
			t.err = fmt.Errorf("route %d: %w", i+1, err)
		}
		t.routes = append(t.routes, prepared)
	}
	if t.err != nil {
		t.err = fmt.Errorf("retryhttp: %w", t.err)
	}
	return t
}

// RoundTrip sends a request, and sends it again as the rule for it says. It
// implements [http.RoundTripper]: the request is not changed, its body is
// closed, and there is a response or an error, never both.
//
// The header Idempotency-Key is set, the same in every attempt, if the request
// has none but the context has a key, see [retry.WithIdempotencyKey].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if t.err != nil {
		closeBody(req)
		return nil, t.err
	}
	if req.URL == nil {
		return t.next.RoundTrip(req) // which has an error for that
	}
	rule, err := ruleOf(req.Context(), t.find(req))
	if err != nil {
		closeBody(req)
		return nil, err
	}
	req, keyed := withKey(req, rule.keyed && rule.policy != nil && !isSafe(methodOf(req)))
	if rule.policy == nil {
		if ctx := withoutRule(req.Context()); ctx != req.Context() {
			req = req.WithContext(ctx)
		}
		return t.next.RoundTrip(req)
	}
	if ctx := req.Context(); ctx.Err() != nil {
		closeBody(req)
		return nil, context.Cause(ctx)
	}
	e := exchange{next: t.next, rule: rule, req: req, method: methodOf(req)}
	return e.run(keyed)
}

// CloseIdleConnections closes the idle connections of the transport below, if
// it can do that.
func (t *Transport) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// find returns the rule for a request.
func (t *Transport) find(req *http.Request) *rule {
	method := methodOf(req)
	for i := range t.routes {
		if r := &t.routes[i]; r.matches(method, req.URL) {
			return &r.rule
		}
	}
	return &t.rule
}

// withKey returns the request with the idempotency key of its context, or with a
// new one if mint is set, and reports whether it has one.
func withKey(req *http.Request, mint bool) (keyed *http.Request, ok bool) {
	if req.Header.Get(keyHeader) != "" {
		return req, true
	}
	ctx := req.Context()
	if mint {
		ctx = retry.EnsureIdempotencyKey(ctx)
	}
	key := retry.IdempotencyKey(ctx)
	if key == "" {
		return req, false
	}
	keyed = req.Clone(ctx)
	if keyed.Header == nil {
		keyed.Header = http.Header{}
	}
	keyed.Header.Set(keyHeader, key)
	return keyed, true
}

// isSafe reports whether a method only reads (RFC 9110, 9.2.1).
func isSafe(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close() // there is no one to report it to
	}
}
