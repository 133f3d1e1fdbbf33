package retryhttp

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	retry "github.com/retrygen/retrygen/runtime"
)

// Config configures a [Transport].
type Config struct {
	// Rule is for requests that no route matches.
	Rule
	// Routes are tried in order; the first that matches decides.
	Routes []Route
}

// Rule says how requests are retried. The zero Rule lets them pass through.
type Rule struct {
	// Policy decides about each failure; nil lets the request pass through. A
	// request that must not be repeated makes one attempt under the policy, so
	// that its timeouts and its breaker hold.
	Policy *retry.Policy
	// Methods are the methods that are retried; nil is GET, HEAD, OPTIONS,
	// TRACE, PUT and DELETE. A request with any method is retried if it
	// has an Idempotency-Key header or a key in its context, see
	// [retry.WithIdempotencyKey]; but never a CONNECT.
	Methods []string
	// Statuses are the statuses that count as failures; nil is 408, 425, 429,
	// 500, 502, 503 and 504. Only one that is listed by itself, not as a part
	// of a range, counts if it is 501 or 505, which say that a repetition is of
	// no use. A 421 need not be listed: the first of a call counts as a
	// failure, a second one does not. A 101 never does.
	Statuses []StatusRange
	// Keyed gives each request that may change something, which is all but GET,
	// HEAD, OPTIONS and TRACE, a new idempotency key if it has none, so that it
	// is retried. The server has to know the Idempotency-Key header.
	Keyed bool
	// Safe repeats requests with any method but CONNECT as they are.
	Safe bool
	// SafeIf, if it is set, says which requests may be repeated, in place of
	// Methods and Safe; with a key, any may be.
	SafeIf *Precondition
	// FinalProxyErrors makes an error on the way to a proxy final under
	// every policy: httpx-retries does not retry a ProxyError.
	FinalProxyErrors bool
}

// Precondition is what makes a request repeatable: any one of the parameters of its
// query, or of its header fields. A server that finds it no longer met refuses the
// repetition.
type Precondition struct {
	Query  []string
	Header []string // in any case
}

func (p *Precondition) isIn(req *http.Request) bool {
	if len(p.Query) > 0 && req.URL != nil {
		query := req.URL.Query()
		if slices.ContainsFunc(p.Query, query.Has) {
			return true
		}
	}
	return slices.ContainsFunc(p.Header, func(name string) bool { return len(req.Header.Values(name)) > 0 })
}

// StatusRange is the statuses from Low to High, both included.
type StatusRange struct{ Low, High int }

// Route is a rule for some requests. A request has to match all of Methods,
// Host and Path. A route whose Policy is nil lets its requests pass through.
type Route struct {
	// Methods are the methods of the requests; none is all. Upper and lower
	// case are the same.
	Methods []string
	// Host is where the requests go, for example "api.example.com"; "" is
	// anywhere. It counts for every port unless it names one. The form
	// "*.example.com" stands for all hosts below example.com.
	Host string
	// Path is the path of the requests as in a pattern of [http.ServeMux]:
	// "/v1/charges/{id}" matches any one segment in place of {id},
	// "/v1/{rest...}" and "/v1/" match all that begins so, and "/v1/{$}" only
	// "/v1/"; "" is any path.
	Path string
	Rule
}

var (
	idempotentMethods = []string{
		http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete,
	}
	transientStatuses = []StatusRange{{408, 408}, {425, 425}, {429, 429}, {500, 500}, {502, 504}}
)

// rule is a prepared Rule.
type rule struct {
	policy   *retry.Policy // nil: pass through
	once     *retry.Policy // for requests that must not be repeated
	methods  []string
	statuses []StatusRange
	keyed    bool
	safe     bool
	safeIf   *Precondition
	noProxy  bool   // errors on the way to a proxy are final
	name     string // of the operation, after the method; may be empty
}

func newRule(r Rule, name string) (rule, error) {
	statuses := r.Statuses
	if statuses == nil {
		statuses = transientStatuses
	}
	for _, s := range statuses {
		if s.Low < 100 || s.High > 599 || s.Low > s.High {
			return rule{}, fmt.Errorf("statuses %d to %d: want a range within 100 to 599", s.Low, s.High)
		}
	}
	methods := idempotentMethods
	if r.Methods != nil {
		methods = upper(r.Methods)
	}
	prepared := rule{methods: methods, statuses: slices.Clone(statuses), keyed: r.Keyed, safe: r.Safe, safeIf: r.SafeIf, noProxy: r.FinalProxyErrors, name: name}
	if r.Policy != nil {
		prepared.policy = r.Policy.With(retry.WithObserver(discarder{}))
		prepared.once = prepared.policy.With(retry.WithMaxAttempts(1))
	}
	return prepared, nil
}

func upper(methods []string) []string {
	uppered := make([]string, len(methods))
	for i, m := range methods {
		uppered[i] = strings.ToUpper(m)
	}
	return uppered
}

// operation returns the name of a request for errors and observers. It contains
// nothing of the URL.
func (r *rule) operation(method string) string {
	if r.name == "" {
		return method
	}
	return method + " " + r.name
}

// fails reports whether a status is a failure. misdirected says that there has
// been a 421 in this call.
func (r *rule) fails(status int, misdirected bool) bool {
	switch status {
	case http.StatusSwitchingProtocols:
		return false
	case http.StatusMisdirectedRequest:
		return !misdirected
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return slices.Contains(r.statuses, StatusRange{status, status})
	}
	return slices.ContainsFunc(r.statuses, func(s StatusRange) bool {
		return s.Low <= status && status <= s.High
	})
}

// repeatable reports whether a repetition of a request does no harm and is
// possible.
func (r *rule) repeatable(req *http.Request, method string, keyed bool) bool {
	if method == http.MethodConnect || !hasReplay(req) {
		return false
	}
	switch {
	case keyed:
		return true
	case r.safeIf != nil:
		return r.safeIf.isIn(req)
	}
	return r.safe || slices.Contains(r.methods, method)
}

// hasReplay reports whether the body of a request can be sent again.
func hasReplay(req *http.Request) bool {
	return req.Body == nil || req.Body == http.NoBody || req.GetBody != nil
}
