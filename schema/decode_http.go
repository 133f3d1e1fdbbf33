package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// maxRoutes bounds the routes of a client, each of which is compared with
// those before it.
const maxRoutes = 100

func (d *decoder) httpClient(n *node, s *Spec) *HTTPClient {
	if n == nil {
		return nil
	}
	o := d.object(n, "httpClient")
	h := &HTTPClient{
		Pointer:     n.pointer,
		Policy:      d.policyName(o.get("policy"), s),
		Idempotency: d.word(o.get("idempotency"), ""),
	}
	var routes []*node
	o.each("routes", func(item *node) {
		routes = append(routes, item)
		h.Routes = append(h.Routes, d.route(item, h, s))
	})
	if len(routes) <= maxRoutes { // else the schema says so
		d.checkRoutes(h, routes)
		d.checkPolicyReached(o)
		d.checkKeys(o, h)
	}
	return h
}

// route reads a route, which has the policy and the idempotency of its client
// unless it says otherwise.
func (d *decoder) route(n *node, h *HTTPClient, s *Spec) HTTPRoute {
	o := d.object(n, "httpRoute")
	r := HTTPRoute{
		Pointer:     n.pointer,
		Host:        strings.ToLower(d.word(o.get("host"), "")),
		Path:        d.path(o.get("path")),
		Policy:      h.Policy,
		Idempotency: d.word(o.get("idempotency"), h.Idempotency),
	}
	o.each("methods", func(item *node) { r.Methods = append(r.Methods, d.word(item, "")) })
	if policy := o.get("policy"); policy != nil {
		r.Policy = d.policyName(policy, s)
	}
	d.checkKey(o, r, h)
	return r
}

// path returns the path pattern n, after the checks that http.ServeMux makes
// and that are no matter of its form.
func (d *decoder) path(n *node) string {
	pattern := d.word(n, "")
	seen := make(map[string]bool)
	for segment := range strings.SplitSeq(pattern, "/") {
		name, isWildcard := strings.CutPrefix(segment, "{")
		name = strings.TrimSuffix(strings.TrimSuffix(name, "}"), "...")
		switch {
		case segment == "." || segment == "..":
			d.refuse(RuleFormat, n, "the path has the segment "+segment+", which clients leave out", "write the path that they send")
			return pattern
		case isWildcard && seen[name]:
			d.refuse(RuleFormat, n, fmt.Sprintf("the path has two segments with the name %s", finding.Clip(name)), "give each a name of its own")
			return pattern
		}
		seen[name] = seen[name] || isWildcard
	}
	return pattern
}

// checkRoutes refuses a route that an earlier one leaves nothing to match.
func (d *decoder) checkRoutes(h *HTTPClient, routes []*node) {
	for i := range routes {
		if !d.hasSoundConditions(routes[i]) {
			continue
		}
		for j := range i {
			if d.hasSoundConditions(routes[j]) && h.Routes[j].covers(h.Routes[i]) {
				d.Add(RuleNoEffect, routes[i].pos, routes[i].pointer,
					fmt.Sprintf("the route on line %d matches all of these requests before", routes[j].pos.Line),
					"remove this route, or put it before that one")
				break
			}
		}
	}
}

// pathPattern is the pattern of the schema for the path of a route.
var pathPattern = lazyRegexp(`^/(` + pathSegment + `/)*(` + pathSegment + `|\{[A-Za-z_][A-Za-z0-9_]*\.\.\.\}|\{\$\})?$`)

const pathSegment = `(([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f][0-9A-Fa-f])+|\{[A-Za-z_][A-Za-z0-9_]*\})`

// hasSoundConditions reports whether what a route matches is what its author
// meant: one with a misspelt condition seems to match too much.
func (d *decoder) hasSoundConditions(route *node) bool {
	for _, m := range route.members {
		switch n := m.value; m.name {
		case "methods":
			if n.kind != list || len(n.items) == 0 || slices.ContainsFunc(n.items, func(item *node) bool { return item.kind != text }) {
				return false
			}
		case "host":
			if n.kind != text || n.text == "" {
				return false
			}
		case "path":
			if n.kind != text || !pathPattern().MatchString(n.text) || d.IsRejected(n.pointer) {
				return false
			}
		case "policy", "idempotency":
		default:
			return false
		}
	}
	return len(route.members) > 0
}

// checkPolicyReached refuses a policy of the client that no request reaches,
// because a route without conditions has one of its own.
func (d *decoder) checkPolicyReached(o object) {
	m := o.node.member("policy")
	if m == nil {
		return
	}
	for _, route := range o.node.member("routes").items() {
		switch {
		case !route.has("policy"):
			return
		case !d.hasSoundConditions(route):
		case !route.has("methods") && !route.has("host") && !route.has("path"):
			d.Add(RuleNoEffect, m.pos, m.value.pointer,
				fmt.Sprintf("policy has no effect, because the route on line %d matches all other requests", route.pos.Line),
				"remove one of them")
			return
		}
	}
}

// items returns the items of the value of m, which may be nil.
func (m *member) items() []*node {
	if m == nil {
		return nil
	}
	return m.value.items
}
