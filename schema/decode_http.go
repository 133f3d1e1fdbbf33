package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// maxRoutes bounds the routes of a client, each of which is compared with
// those before it.
const maxRoutes = 100

func decodeHttpClient(n decode.Value, s *Spec) *HTTPClient {
	if !n.IsSet() {
		return nil
	}
	o := n.Object("httpClient")
	h := &HTTPClient{
		Pointer:     n.Pointer(),
		Policy:      decodePolicyName(o.Get("policy"), s),
		Idempotency: o.Get("idempotency").Word(""),
	}
	var routes []decode.Value
	o.Each("routes", func(item decode.Value) {
		routes = append(routes, item)
		h.Routes = append(h.Routes, decodeRoute(item, h, s))
	})
	if len(routes) <= maxRoutes { // else the schema says so
		checkRoutes(h, routes)
		checkPolicyReached(o)
		checkKeys(o, h)
	}
	return h
}

// decodeRoute reads a route, which has the policy and the idempotency of its client
// unless it says otherwise.
func decodeRoute(n decode.Value, h *HTTPClient, s *Spec) HTTPRoute {
	o := n.Object("httpRoute")
	r := HTTPRoute{
		Pointer:     n.Pointer(),
		Host:        strings.ToLower(o.Get("host").Word("")),
		Path:        decodePath(o.Get("path")),
		Policy:      h.Policy,
		Idempotency: o.Get("idempotency").Word(h.Idempotency),
	}
	r.SafeIf = decodeSafeIf(o.Get("safe_if"))
	o.Each("methods", func(item decode.Value) { r.Methods = append(r.Methods, item.Word("")) })
	if policy := o.Get("policy"); policy.IsSet() {
		r.Policy = decodePolicyName(policy, s)
	}
	checkKey(o, r, h)
	checkSafeIf(o, r)
	return r
}

func decodeSafeIf(n decode.Value) *SafeIf {
	if !n.IsSet() {
		return nil
	}
	o := n.Object("safeIf")
	s := &SafeIf{}
	o.Each("query", func(item decode.Value) { s.Query = append(s.Query, item.Word("")) })
	o.Each("header", func(item decode.Value) { s.Header = append(s.Header, item.Word("")) })
	return s
}

// decodePath returns the path pattern n, after the checks that http.ServeMux makes
// and that are no matter of its form.
func decodePath(n decode.Value) string {
	pattern := n.Word("")
	seen := make(map[string]bool)
	for segment := range strings.SplitSeq(pattern, "/") {
		name, isWildcard := strings.CutPrefix(segment, "{")
		name = strings.TrimSuffix(strings.TrimSuffix(name, "}"), "...")
		switch {
		case segment == "." || segment == "..":
			n.Reject(document.Format, "the path has the segment "+segment+", which clients leave out", "write the path that they send")
			return pattern
		case isWildcard && seen[name]:
			n.Reject(document.Format, fmt.Sprintf("the path has two segments with the name %s", finding.Clip(name)), "give each its own name")
			return pattern
		}
		seen[name] = seen[name] || isWildcard
	}
	return pattern
}

// checkRoutes refuses a route that an earlier one leaves nothing to match.
func checkRoutes(h *HTTPClient, routes []decode.Value) {
	for i := range routes {
		if !hasSoundConditions(routes[i]) {
			continue
		}
		for j := range i {
			if hasSoundConditions(routes[j]) && h.Routes[j].covers(h.Routes[i]) {
				routes[i].Report(decode.NoEffect, fmt.Sprintf("the route on line %d matches all of these requests before", routes[j].Position().Line),
					"remove this route, or put it before that one")
				break
			}
		}
	}
}

// pathPattern is the pattern of the schema for the path of a route.
var pathPattern = lazyregexp.New(`^/(` + pathSegment + `/)*(` + pathSegment + `|\{[A-Za-z_][A-Za-z0-9_]*\.\.\.\}|\{\$\})?$`)

const pathSegment = `(([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f][0-9A-Fa-f])+|\{[A-Za-z_][A-Za-z0-9_]*\})`

// hasSoundConditions reports whether what a route matches is what its author
// meant: one with a misspelt condition seems to match too much.
func hasSoundConditions(route decode.Value) bool {
	for _, m := range route.Members() {
		switch n := m.Value; m.Name {
		case "methods":
			if !n.Is(document.List) || len(n.Items()) == 0 || slices.ContainsFunc(n.Items(), func(item decode.Value) bool { return !item.Is(document.Text) }) {
				return false
			}
		case "host":
			if !n.Is(document.Text) || n.Text() == "" {
				return false
			}
		case "path":
			if !n.Is(document.Text) || !pathPattern().MatchString(n.Text()) || n.IsRejected() {
				return false
			}
		case "policy", "idempotency", "safe_if":
		default:
			return false
		}
	}
	return len(route.Members()) > 0
}

// checkPolicyReached refuses a policy of the client that no request reaches,
// because a route without conditions has one of its own.
func checkPolicyReached(o decode.Object) {
	m := o.Member("policy")
	if !m.IsSet() {
		return
	}
	for _, route := range o.Member("routes").Items() {
		switch {
		case !route.Has("policy"):
			return
		case !hasSoundConditions(route):
		case !route.Has("methods") && !route.Has("host") && !route.Has("path"):
			m.ReportKey(decode.NoEffect, fmt.Sprintf("policy has no effect, because the route on line %d matches all other requests", route.Position().Line),
				"remove one of them")
			return
		}
	}
}
