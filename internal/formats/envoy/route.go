package envoy

import (
	"strings"

	"github.com/retrygen/retrygen/internal/document"
)

// route is a retry policy and what it is for.
type route struct {
	policy *document.Node
	in     *document.Node // the route or the virtual host; nil if the policy stands alone
	name   string
	isHost bool // in is a virtual host, whose routes have their own timeouts
}

// get returns a field by its name in proto JSON: snake_case, or camelCase.
func get(v *document.Node, name string) *document.Node {
	if field := v.Get(name); field != nil {
		return field
	}
	return v.Get(camel(name))
}

// camel returns the other spelling of a name in proto JSON.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// isPolicy reports whether a mapping is a retry policy itself.
func isPolicy(v *document.Node) bool {
	return get(v, "retry_on") != nil || get(v, "retry_back_off") != nil && get(v, "retry_policy") == nil
}

// eachPolicy calls f for the retry policies of the routes and of the virtual
// hosts below v.
func eachPolicy(v *document.Node, f func(route)) {
	for _, item := range v.Items() {
		eachPolicy(item, f)
	}
	for _, m := range v.Members() {
		if m.Name == "route" && isRoute(m.Value) {
			f(route{policy: get(m.Value, "retry_policy"), in: m.Value, name: target(m.Value, "cluster", "route")})
		}
		eachPolicy(m.Value, f)
	}
	if get(v, "retry_policy").Is(document.Mapping) && v.Has("routes") && v.Has("domains") {
		f(route{policy: get(v, "retry_policy"), in: v, name: target(v, "name", "host"), isHost: true})
	}
}

// isRoute reports whether a route action retries. Other messages have retry
// policies too, such as those that fetch keys.
func isRoute(v *document.Node) bool {
	return get(v, "retry_policy").Is(document.Mapping)
}

// target returns the name of what a route leads to.
func target(v *document.Node, key, otherwise string) string {
	if name := v.Get(key); name.Is(document.Text) && name.Text() != "" {
		return name.Text()
	}
	return otherwise
}
