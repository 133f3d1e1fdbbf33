package schema

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestCoversPathAsServeMux compares coversPath with http.ServeMux: a pattern
// covers another one if it matches every path that the other one matches.
func TestCoversPathAsServeMux(t *testing.T) {
	patterns := somePatterns()
	paths := somePaths()
	matches := make(map[string][]bool)
	for _, pattern := range patterns {
		matches[pattern] = muxMatches(pattern, paths)
	}
	covered := 0
	for _, a := range patterns {
		for _, b := range patterns {
			want := true
			for i := range paths {
				want = want && (matches[a][i] || !matches[b][i])
			}
			if want {
				covered++
			}
			if got := coversPath(a, b); got != want {
				t.Errorf("%s covers %s: %v, want %v", a, b, got, want)
			}
		}
	}
	if covered <= len(patterns) || covered == len(patterns)*len(patterns) {
		t.Errorf("%d of %d pairs cover each other: the test compares nothing", covered, len(patterns)*len(patterns))
	}
}

// somePatterns returns the patterns of up to two segments, with every end.
func somePatterns() []string {
	stems := []string{"", "/a", "/{x}", "/a/a", "/a/{y}", "/{x}/a", "/{x}/{y}"}
	var patterns []string
	for _, stem := range stems {
		for _, end := range []string{"", "/", "/{rest...}", "/{$}"} {
			if stem+end != "" {
				patterns = append(patterns, stem+end)
			}
		}
	}
	return patterns
}

// somePaths returns the paths of up to three segments, with and without a
// slash at the end.
func somePaths() []string {
	paths, level := []string{"/"}, []string{""}
	for range 3 {
		var next []string
		for _, stem := range level {
			for _, segment := range []string{"/a", "/b"} {
				next = append(next, stem+segment)
				paths = append(paths, stem+segment, stem+segment+"/")
			}
		}
		level = next
	}
	return paths
}

// hit is the handler of the one pattern of a ServeMux.
type hit struct{}

func (hit) ServeHTTP(http.ResponseWriter, *http.Request) {}

func muxMatches(pattern string, paths []string) []bool {
	mux := http.NewServeMux()
	mux.Handle(pattern, hit{})
	matches := make([]bool, len(paths))
	for i, path := range paths {
		handler, _ := mux.Handler(httptest.NewRequest(http.MethodGet, path, nil))
		_, matches[i] = handler.(hit) // not the redirect to a path with a slash
	}
	return matches
}

func TestRouteCovers(t *testing.T) {
	route := func(host, path string, methods ...string) HTTPRoute {
		return HTTPRoute{Host: host, Path: path, Methods: methods}
	}
	for i, test := range []struct {
		earlier, later HTTPRoute
		want           bool
	}{
		{route("", ""), route("", ""), true},
		{route("", ""), route("a.example.com", "/x", "GET"), true},
		{route("", "/"), route("", ""), true},
		{route("", "/x"), route("", ""), false},
		{route("", "", "GET"), route("", ""), false},
		{route("", "", "GET"), route("", "", "GET", "PUT"), false},
		{route("", "", "PUT", "GET"), route("", "", "GET"), true},
		{route("a.example.com", ""), route("", ""), false},
		{route("a.example.com", ""), route("a.example.com", ""), true},
		{route("a.example.com", ""), route("*.example.com", ""), false},
		{route("*.example.com", ""), route("a.example.com", ""), true},
		{route("*.example.com", ""), route("*.b.example.com", ""), true},
		{route("*.example.com", ""), route("example.com", ""), false},
		{route("*.example.com", ""), route("badexample.com", ""), false},
		{route("a.example.com", ""), route("a.example.com:443", ""), true},
		{route("a.example.com:443", ""), route("a.example.com", ""), false},
		{route("a.example.com:443", ""), route("a.example.com:80", ""), false},
		{route("*.example.com", ""), route("a.example.com:443", ""), true},
		{route("*.example.com:443", ""), route("a.example.com:443", ""), true},
		{route("*.example.com:443", ""), route("a.example.com:80", ""), false},
		{route("a.example.com", "/"), route("b.example.com", "/"), false},
	} {
		if got := test.earlier.covers(test.later); got != test.want {
			t.Errorf("%d: %+v covers %+v: %v", i, test.earlier, test.later, got)
		}
	}
}

// TestPathPatterns compares the decoder's pattern of paths with the schema's,
// and every path that it takes with http.ServeMux.
func TestPathPatterns(t *testing.T) {
	definitions := schemaData(t)["definitions"].(map[string]any)
	path := definitions["httpRoute"].(map[string]any)["properties"].(map[string]any)["path"].(map[string]any)
	if textOf(path, "pattern") != pathPattern().String() {
		t.Errorf("the schema has %s, the decoder %s", path["pattern"], pathPattern())
	}
	for pattern, want := range map[string]bool{
		"/": true, "/a": true, "/a/": true, "/{$}": true, "/{a}": true, "/{a...}": true, "/a/{b}/c/{d...}": true, "/%2F": true, "/a:b@c;d=e": true,
		"": false, "a": false, "//": false, "/a//b": false, "/{a}b": false, "/{}": false, "/{a...}/": false, "/{$}/": false, "/%2": false, "/ ": false,
	} {
		if got := pathPattern().MatchString(pattern); got != want {
			t.Errorf("%q is a path pattern: %v", pattern, got)
		}
		if refused := muxRefuses(pattern); want && refused != nil {
			t.Errorf("http.ServeMux refuses %q: %v", pattern, refused)
		}
	}
}

// muxRefuses returns why http.ServeMux does not take a pattern.
func muxRefuses(pattern string) (refused error) {
	defer func() {
		if r := recover(); r != nil {
			refused = fmt.Errorf("%v", r)
		}
	}()
	http.NewServeMux().Handle(pattern, hit{})
	return nil
}
