package retryhttp

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// route is a Route that has been prepared.
type route struct {
	methods []string // none: all
	host    string   // lower case; "": all
	path    pattern
	rule    rule
}

func newRoute(r Route) (route, error) {
	path, err := parsePattern(r.Path)
	if err != nil {
		return route{}, fmt.Errorf("path %q: %w", r.Path, err)
	}
	rule, err := newRule(r.Rule, r.Host+r.Path)
	if err != nil {
		return route{}, err
	}
	return route{methods: upper(r.Methods), host: strings.ToLower(r.Host), path: path, rule: rule}, nil
}

func (r *route) matches(method string, u *url.URL) bool {
	return (len(r.methods) == 0 || slices.Contains(r.methods, method)) &&
		r.matchesHost(u) && r.path.matches(u.EscapedPath())
}

func (r *route) matchesHost(u *url.URL) bool {
	if r.host == "" {
		return true
	}
	return matchesName(r.host, u.Host) || matchesName(r.host, u.Hostname())
}

// matchesName reports whether a host of lower case, or its wildcard, stands for
// a name.
func matchesName(host, name string) bool {
	name = strings.TrimSuffix(name, ".")
	if suffix, ok := strings.CutPrefix(host, "*"); ok {
		head := len(name) - len(suffix)
		return head > 0 && strings.EqualFold(name[head:], suffix)
	}
	return strings.EqualFold(host, name)
}

// methodOf returns the method of a request in upper case, as rules have it.
// Requests are sent as they are.
func methodOf(req *http.Request) string {
	if req.Method == "" {
		return http.MethodGet
	}
	return strings.ToUpper(req.Method)
}
