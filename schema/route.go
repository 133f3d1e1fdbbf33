package schema

import (
	"slices"
	"strings"
)

// covers reports whether every request that matches other matches r as well.
func (r HTTPRoute) covers(other HTTPRoute) bool {
	return coversMethods(r.Methods, other.Methods) && coversHost(r.Host, other.Host) && coversPath(r.Path, other.Path)
}

// coversMethods reports whether methods has all of other; none are all.
func coversMethods(methods, other []string) bool {
	if len(methods) == 0 || len(other) == 0 {
		return len(methods) == 0
	}
	return !slices.ContainsFunc(other, func(method string) bool { return !slices.Contains(methods, method) })
}

// coversHost reports whether host is all hosts, the same one, or a domain
// ("*.example.com") that other is below; a host without a port has every port.
func coversHost(host, other string) bool {
	domain, isDomain := strings.CutPrefix(host, "*")
	name, _, _ := strings.Cut(other, ":")
	return host == "" || host == other || host == name ||
		isDomain && (strings.HasSuffix(other, domain) || strings.HasSuffix(name, domain))
}

// The segments of a path pattern that are not literal.
const (
	anySegment = "{}"    // {name}
	restOfPath = "{...}" // {name...}, or nothing after the last slash
)

// coversPath reports whether every path that matches other matches pattern.
func coversPath(pattern, other string) bool {
	if pattern == "" {
		return true
	}
	others := segments(other)
	all := segments(pattern)
	for i, segment := range all {
		switch {
		case i >= len(others):
			return false
		case segment == restOfPath:
			return true
		case segment == others[i]:
		case segment != anySegment || others[i] == restOfPath || others[i] == "{$}":
			return false
		}
	}
	return len(all) == len(others)
}

// segments returns the segments of a path pattern, whose wildcards are alike
// under any names. The empty pattern is all paths.
func segments(pattern string) []string {
	all := strings.Split(strings.TrimPrefix(pattern, "/"), "/")
	for i, segment := range all {
		switch {
		case segment == "" && i == len(all)-1, strings.HasSuffix(segment, "...}"):
			all[i] = restOfPath
		case strings.HasPrefix(segment, "{") && segment != "{$}":
			all[i] = anySegment
		}
	}
	return all
}
