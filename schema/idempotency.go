package schema

import "slices"

// keyless are the HTTP methods that change nothing: their requests are retried
// without a key.
var keyless = []string{"GET", "HEAD", "OPTIONS", "TRACE"}

// checkKey refuses an idempotency that gives no request of the route a key.
func (d *decoder) checkKey(o object, r HTTPRoute, h *HTTPClient) {
	m := o.node.member("idempotency")
	switch {
	case m == nil || r.Idempotency != "keyed":
	case h.Idempotency != "":
		d.Add(RuleNoEffect, m.pos, m.value.pointer,
			"idempotency has no effect, because the client gives these requests a key already", "remove one of them")
	case d.passesThrough(o, r.Policy):
		d.Add(RuleNoEffect, m.pos, m.value.pointer,
			"idempotency has no effect, because the requests have no policy", "name a policy")
	case len(r.Methods) > 0 && !slices.ContainsFunc(r.Methods, needsKey):
		d.Add(RuleNoEffect, m.pos, m.value.pointer,
			"idempotency has no effect, because requests of these methods are retried without a key", "remove it")
	}
}

// checkKeys refuses an idempotency of a client that gives no request a key.
func (d *decoder) checkKeys(o object, h *HTTPClient) {
	m := o.node.member("idempotency")
	if m == nil || h.Idempotency != "keyed" || !d.passesThrough(o, h.Policy) {
		return
	}
	for i, route := range o.node.member("routes").items() {
		methods := h.Routes[i].Methods
		if !d.passesThrough(object{d, route, "httpRoute"}, h.Routes[i].Policy) && (len(methods) == 0 || slices.ContainsFunc(methods, needsKey)) {
			return
		}
	}
	d.Add(RuleNoEffect, m.pos, m.value.pointer,
		"idempotency has no effect, because no request that needs a key has a policy", "name a policy")
}

func needsKey(method string) bool { return !slices.Contains(keyless, method) }

// passesThrough reports whether a mapping says, or leaves it at, that there is
// no policy. One that cannot be read is a finding already.
func (d *decoder) passesThrough(o object, policy string) bool {
	n := o.get("policy")
	return policy == "" && (n == nil || n.text == noPolicy)
}
