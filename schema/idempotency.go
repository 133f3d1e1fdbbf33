package schema

import (
	"slices"

	"github.com/retrygen/retrygen/internal/decode"
)

// keyless are the HTTP methods that change nothing: their requests are retried
// without a key.
var keyless = []string{"GET", "HEAD", "OPTIONS", "TRACE"}

// checkKey refuses an idempotency that gives no request of the route a key.
func checkKey(o decode.Object, r HTTPRoute, h *HTTPClient) {
	m := o.Member("idempotency")
	switch {
	case !m.IsSet() || r.Idempotency != "keyed":
	case h.Idempotency != "":
		m.ReportKey(decode.NoEffect, "idempotency has no effect, because the client gives these requests a key already", "remove one of them")
	case passesThrough(o, r.Policy):
		m.ReportKey(decode.NoEffect, "idempotency has no effect, because the requests have no policy", "name a policy")
	case len(r.Methods) > 0 && !slices.ContainsFunc(r.Methods, needsKey):
		m.ReportKey(decode.NoEffect, "idempotency has no effect, because requests of these methods are retried without a key", "remove it")
	}
}

// checkSafeIf refuses a precondition that decides about no request of the route.
func checkSafeIf(o decode.Object, r HTTPRoute) {
	m := o.Member("safe_if")
	switch {
	case !m.IsSet():
	case passesThrough(o, r.Policy):
		m.ReportKey(decode.NoEffect, "safe_if has no effect, because the requests have no policy", "name a policy")
	case r.Idempotency != "":
		m.ReportKey(decode.NoEffect, "safe_if has no effect, because idempotency makes these requests repeatable already", "remove one of them")
	}
}

// checkKeys refuses an idempotency of a client that gives no request a key.
func checkKeys(o decode.Object, h *HTTPClient) {
	m := o.Member("idempotency")
	if !m.IsSet() || h.Idempotency != "keyed" || !passesThrough(o, h.Policy) {
		return
	}
	for i, route := range o.Member("routes").Items() {
		methods := h.Routes[i].Methods
		if !passesThrough(route.Object("httpRoute"), h.Routes[i].Policy) && (len(methods) == 0 || slices.ContainsFunc(methods, needsKey)) {
			return
		}
	}
	m.ReportKey(decode.NoEffect, "idempotency has no effect, because no request that needs a key has a policy", "name a policy")
}

func needsKey(method string) bool { return !slices.Contains(keyless, method) }

// passesThrough reports whether a mapping says, or leaves it at, that there is
// no policy. One that cannot be read is a finding already.
func passesThrough(o decode.Object, policy string) bool {
	n := o.Get("policy")
	return policy == "" && (!n.IsSet() || n.Text() == noPolicy)
}
