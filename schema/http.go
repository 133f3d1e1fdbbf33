package schema

// HTTPClient is a client that is an http.RoundTripper.
type HTTPClient struct {
	Pointer Pointer
	Policy  string // for requests that no route matches; empty: they pass through
	// Idempotency is "keyed" if the requests that may change something are given
	// an Idempotency-Key, or empty.
	Idempotency string
	Routes      []HTTPRoute // the first that matches counts
}

// HTTPRoute is the requests that follow a policy of their own. What a route does
// not say of Policy and Idempotency is filled in from its client.
type HTTPRoute struct {
	Pointer     Pointer
	Methods     []string // upper case; empty: all
	Host        string   // lower case: "api.example.com", "*.example.com", "localhost:8080"; empty: all
	Path        string   // "/v1/charges/{id}", as in http.ServeMux; empty: all
	Policy      string   // empty ("none" in the spec): they pass through
	Idempotency string   // "keyed", "safe" or empty
	// SafeIf is what makes a request repeatable, in place of its method; nil if
	// the spec does not say.
	SafeIf *SafeIf
}

// SafeIf is what makes a request repeatable: any one of it.
type SafeIf struct {
	Query  []string // parameters
	Header []string // fields, in any case
}
