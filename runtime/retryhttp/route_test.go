package retryhttp_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// retrying is a rule with two attempts, so that their number tells whether it
// was used.
func retrying() retryhttp.Rule {
	return retryhttp.Rule{Policy: retry.New(retry.Config{MaxAttempts: 2})}
}

func TestRouteMatches(t *testing.T) {
	for _, test := range []struct {
		route   retryhttp.Route
		method  string
		url     string
		matches bool
	}{
		{retryhttp.Route{}, "GET", "http://example.com/", true},
		{retryhttp.Route{Methods: []string{"GET"}}, "GET", "http://example.com/", true},
		{retryhttp.Route{Methods: []string{"get"}}, "", "http://example.com/", true},
		{retryhttp.Route{Methods: []string{"PUT", "DELETE"}}, "GET", "http://example.com/", false},
		{retryhttp.Route{Host: "api.example.com"}, "GET", "http://api.example.com/", true},
		{retryhttp.Route{Host: "API.example.com"}, "GET", "http://api.EXAMPLE.com:8080/", true},
		{retryhttp.Route{Host: "api.example.com"}, "GET", "http://api.example.com./", true},
		{retryhttp.Route{Host: "api.example.com"}, "GET", "http://example.com/", false},
		{retryhttp.Route{Host: "api.example.com:80"}, "GET", "http://api.example.com:80/", true},
		{retryhttp.Route{Host: "api.example.com:80"}, "GET", "http://api.example.com:81/", false},
		{retryhttp.Route{Host: "::1"}, "GET", "http://[::1]:80/", true},
		{retryhttp.Route{Host: "*.example.com"}, "GET", "http://api.example.com:80/", true},
		{retryhttp.Route{Host: "*.example.com"}, "GET", "http://eu.api.example.com/", true},
		{retryhttp.Route{Host: "*.example.com"}, "GET", "http://example.com/", false},
		{retryhttp.Route{Host: "*.example.com"}, "GET", "http://badexample.com/", false},
		{retryhttp.Route{Host: "*.example.com"}, "GET", "http://.example.com/", false},
		{retryhttp.Route{Path: "/v1/charges/{id}"}, "GET", "http://example.com/v1/charges/7", true},
		{retryhttp.Route{Path: "/v1/charges/{id}"}, "GET", "http://example.com/v1/charges/a%2Fb", true},
		{retryhttp.Route{Path: "/v1/charges/{id}"}, "GET", "http://example.com/v1/charges/7/refund", false},
		{retryhttp.Route{Path: "/v1/charges/{id}"}, "GET", "http://example.com/v1/charges/", false},
		{retryhttp.Route{Path: "/v1/charges/{id}"}, "GET", "http://example.com/v1/charges", false},
		{retryhttp.Route{Path: "/v1/{rest...}"}, "GET", "http://example.com/v1/", true},
		{retryhttp.Route{Path: "/v1/{rest...}"}, "GET", "http://example.com/v1/a/b/", true},
		{retryhttp.Route{Path: "/v1/{rest...}"}, "GET", "http://example.com/v1", false},
		{retryhttp.Route{Path: "/v1/"}, "GET", "http://example.com/v1/a/b", true},
		{retryhttp.Route{Path: "/v1/"}, "GET", "http://example.com/v2/a", false},
		{retryhttp.Route{Path: "/v1/{$}"}, "GET", "http://example.com/v1/", true},
		{retryhttp.Route{Path: "/v1/{$}"}, "GET", "http://example.com/v1/a", false},
		{retryhttp.Route{Path: "/"}, "GET", "http://example.com", true},
		{retryhttp.Route{Path: "/"}, "GET", "http://example.com/a/b", true},
		{retryhttp.Route{Path: "/{$}"}, "GET", "http://example.com/", true},
		{retryhttp.Route{Path: "/{a}/{b}/c"}, "GET", "http://example.com/1/2/c", true},
		{retryhttp.Route{Path: "/a b"}, "GET", "http://example.com/a%20b", true},
		{retryhttp.Route{Path: "/a%20b"}, "GET", "http://example.com/a%20b", true},
		{retryhttp.Route{Path: "/v1"}, "GET", "http://example.com/V1", false},
		{retryhttp.Route{Path: "/100%"}, "GET", "http://example.com/100%25", true},
		{retryhttp.Route{Methods: []string{"GET"}, Host: "a.com", Path: "/x"}, "GET", "http://a.com/y", false},
	} {
		test.route.Rule = retrying()
		next := statuses(503)
		rt := retryhttp.New(next, retryhttp.Config{Routes: []retryhttp.Route{test.route}})
		statusOf(t, rt, request(t, test.method, test.url, nil))
		if got := len(next.at) == 2; got != test.matches {
			t.Errorf("%q %q %v, %s %s: matches = %v", test.route.Host, test.route.Path, test.route.Methods, test.method, test.url, got)
		}
	}
}

// Patterns mean here what they mean in a ServeMux.
func FuzzPatternIsThatOfServeMux(f *testing.F) {
	for _, pattern := range []string{"/", "/{$}", "/v1", "/v1/", "/v1/{id}", "/v1/{id}/", "/{a}/{b...}", "/{a}/x/{$}", "/{type}", "/{a", "/a{b}", "/{}", "/{a}/{a}", "/{a...}/b", "/}"} {
		for _, path := range []string{"/", "/v1", "/v1/", "/v1/7", "/v1/7/", "/v1/x/", "/a/b/c", "/a%2Fb/c"} {
			f.Add(pattern, path)
		}
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		u, err := url.ParseRequestURI(path)
		if err != nil || u.Host != "" || !strings.HasPrefix(pattern, "/") || strings.ContainsAny(pattern, " \t") || unclean(u.EscapedPath()) || unclean(pattern) {
			t.Skip("not a path that a client sends, or one that a ServeMux would redirect")
		}
		mux, valid := muxOf(pattern)
		next := statuses(503)
		rt := retryhttp.New(next, retryhttp.Config{Routes: []retryhttp.Route{{Path: pattern, Rule: retrying()}}})
		req := &http.Request{Method: "GET", URL: u, Header: http.Header{}}
		res, err := rt.RoundTrip(req)
		if (err == nil) != valid {
			t.Fatalf("pattern %q: error %v, but valid for a ServeMux is %v", pattern, err, valid)
		}
		if !valid {
			return
		}
		res.Body.Close()
		found, _ := mux.Handler(req) // a redirect has a handler of its own
		if got := len(next.at) == 2; got != (found == marker{}) {
			t.Errorf("pattern %q, path %q: matches = %v", pattern, u.EscapedPath(), got)
		}
	})
}

// unclean reports whether a ServeMux redirects from a path, or takes a segment
// of nothing but an escaped slash for the end of the path.
func unclean(path string) bool {
	return strings.Contains(strings.ToLower(path)+"/", "/%2f/") ||
		strings.Contains(path, "//") || strings.Contains(path, "/.") || !strings.HasPrefix(path, "/")
}

func muxOf(pattern string) (mux *http.ServeMux, valid bool) {
	defer func() { _ = recover() }()
	mux = http.NewServeMux()
	mux.Handle(pattern, marker{})
	return mux, true
}

// marker is the handler of the pattern.
type marker struct{ http.Handler }

func TestFirstRouteWins(t *testing.T) {
	config := retryhttp.Config{
		Rule: retryhttp.Rule{Policy: retry.New(retry.Config{MaxAttempts: 5})},
		Routes: []retryhttp.Route{
			{Path: "/off", Rule: retryhttp.Rule{}},
			{Path: "/three", Rule: retryhttp.Rule{Policy: retry.New(retry.Config{MaxAttempts: 3})}},
			{Path: "/", Methods: []string{"DELETE"}, Rule: retrying()},
		},
	}
	for _, test := range []struct {
		method, path string
		want         int
	}{{"GET", "/off", 1}, {"DELETE", "/off", 1}, {"GET", "/three", 3}, {"DELETE", "/three", 3}, {"DELETE", "/", 2}, {"GET", "/", 5}} {
		next := statuses(503)
		statusOf(t, retryhttp.New(next, config), request(t, test.method, "http://example.com"+test.path, nil))
		if len(next.at) != test.want {
			t.Errorf("%s %s: %d attempts, want %d", test.method, test.path, len(next.at), test.want)
		}
	}
}

func TestRuleMethods(t *testing.T) {
	for _, test := range []struct {
		methods []string
		method  string
		want    int
	}{{[]string{"post"}, "POST", 2}, {[]string{"POST"}, "GET", 1}, {[]string{}, "GET", 1}, {nil, "GET", 2}, {nil, "get", 2}, {[]string{"POST"}, "Post", 2}, {[]string{"CONNECT"}, "CONNECT", 1}} {
		next := statuses(503)
		rule := retrying()
		rule.Methods = test.methods
		statusOf(t, retryhttp.New(next, retryhttp.Config{Rule: rule}), request(t, test.method, "http://example.com/", nil))
		if len(next.at) != test.want {
			t.Errorf("%s under %v: %d attempts, want %d", test.method, test.methods, len(next.at), test.want)
		}
	}
}

func TestMistakenConfig(t *testing.T) {
	for name, test := range map[string]struct {
		config retryhttp.Config
		want   string
	}{
		"no slash":     {route("v1"), `retryhttp: route 1: path "v1": want a path that begins with a slash`},
		"half":         {route("/v{id}"), `retryhttp: route 1: path "/v{id}": "v{id}": a wildcard has to be a whole segment`},
		"unnamed":      {route("/{}"), `retryhttp: route 1: path "/{}": "{}": a wildcard needs a name that is an identifier`},
		"twice":        {route("/{a}/{a}"), `retryhttp: route 1: path "/{a}/{a}": "{a}": the name is used twice`},
		"early":        {route("/{a...}/b"), `retryhttp: route 1: path "/{a...}/b": "{a...}": only the last segment can stand for all that follows`},
		"in a route":   {retryhttp.Config{Routes: []retryhttp.Route{{}, {Rule: retryhttp.Rule{Statuses: []retryhttp.StatusRange{{}}}}}}, "retryhttp: route 2: statuses 0 to 0: want a range within 100 to 599"},
		"status range": {retryhttp.Config{Rule: retryhttp.Rule{Statuses: []retryhttp.StatusRange{{Low: 503, High: 500}}}}, "retryhttp: statuses 503 to 500: want a range within 100 to 599"},
		"status":       {retryhttp.Config{Rule: retryhttp.Rule{Statuses: []retryhttp.StatusRange{{Low: 500, High: 600}}}}, "retryhttp: statuses 500 to 600: want a range within 100 to 599"},
	} {
		closed := 0
		body := &watchedBody{Reader: strings.NewReader("x"), closed: func() { closed++ }}
		res, err := retryhttp.New(statuses(200), test.config).RoundTrip(request(t, "PUT", "http://example.com/", body))
		if res != nil || err == nil || err.Error() != test.want || closed != 1 {
			t.Errorf("%s: response %v, body closed %d times, error\n%v, want\n%s", name, res, closed, err, test.want)
		}
	}
}

func route(path string) retryhttp.Config {
	return retryhttp.Config{Routes: []retryhttp.Route{{Path: path, Rule: retrying()}}}
}

func TestOperation(t *testing.T) {
	policy := retry.New(retry.Config{Name: "charge", MaxAttempts: 2})
	rt := retryhttp.New(newScript(answer{err: errReset}), retryhttp.Config{
		Rule:   retryhttp.Rule{Policy: policy},
		Routes: []retryhttp.Route{{Host: "api.example.com", Path: "/v1/{id}", Rule: retryhttp.Rule{Policy: policy}}},
	})
	for url, want := range map[string]string{
		"http://api.example.com/v1/secret?token=secret": "GET api.example.com/v1/{id}: policy charge: gave up after 2 attempts: attempts used up: connection reset",
		"http://secret:secret@example.com/secret":       "GET: policy charge: gave up after 2 attempts: attempts used up: connection reset",
	} {
		_, err := rt.RoundTrip(request(t, "GET", url, nil))
		e, ok := errors.AsType[*retry.RetryError](err)
		if !ok || err.Error() != want {
			t.Errorf("%s: got %v (%v), want %s", url, err, e, want)
		}
	}
}
