package effect

import (
	"slices"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// http compares two clients that are HTTP transports: the routes that either
// version has, and all other requests.
func (l *list) http(before, after *schema.Spec, old, now *schema.HTTPClient, client string) {
	for _, r := range slices.Concat(now.Routes, old.Routes) {
		name := routeName(r)
		l.subject = client + ", " + name
		if !slices.ContainsFunc(l.changes, func(c Change) bool { return c.Subject == l.subject }) {
			l.route(before, after, routeOf(old, name), routeOf(now, name))
		}
	}
	l.subject = client + ", all other requests"
	l.follows(before, after, old.Policy, now.Policy)
	l.idempotency(old.Idempotency, now.Idempotency)
	if was, is := order(old, now), order(now, old); was != is {
		l.subject = "client " + client
		l.add(Notable, "order of routes", was, is)
	}
}

func (l *list) route(before, after *schema.Spec, old, now schema.HTTPRoute) {
	l.follows(before, after, old.Policy, now.Policy)
	was, is := repeatable(old), repeatable(now)
	switch {
	case was == is:
	case old.SafeIf == nil && now.SafeIf == nil && old.Idempotency != "safe" && now.Idempotency != "safe":
		l.idempotency(old.Idempotency, now.Idempotency)
	case now.Idempotency == "safe" || now.SafeIf == nil: // what made one attempt may be repeated
		l.add(Breaking, "repeatable requests", was, is)
	default:
		l.add(Notable, "repeatable requests", was, is)
	}
}

// repeatable says which requests of a route may be repeated.
func repeatable(r schema.HTTPRoute) string {
	switch {
	case r.Idempotency == "safe":
		return "all"
	case r.Idempotency != "":
		return r.Idempotency
	case r.SafeIf != nil:
		return "with one of " + strings.Join(append(slices.Clone(r.SafeIf.Query), r.SafeIf.Header...), ", ")
	default:
		return "by their methods"
	}
}

// routeName describes the requests of a route: "GET api.example.com/v1/charges".
func routeName(r schema.HTTPRoute) string {
	methods := "all methods"
	if len(r.Methods) > 0 {
		methods = strings.Join(slices.Sorted(slices.Values(r.Methods)), "|")
	}
	place := r.Host + r.Path
	if place == "" {
		place = "anywhere"
	}
	return methods + " " + place
}

// routeOf returns the route of that name. Requests of a route that a client does
// not have are like all others.
func routeOf(c *schema.HTTPClient, name string) schema.HTTPRoute {
	i := slices.IndexFunc(c.Routes, func(r schema.HTTPRoute) bool { return routeName(r) == name })
	if i < 0 {
		return schema.HTTPRoute{Policy: c.Policy, Idempotency: c.Idempotency}
	}
	return c.Routes[i]
}

// order lists the routes of a client that the other has too: the first that
// matches counts.
func order(c, other *schema.HTTPClient) string {
	var names []string
	for _, r := range c.Routes {
		name := routeName(r)
		if slices.ContainsFunc(other.Routes, func(r schema.HTTPRoute) bool { return routeName(r) == name }) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
