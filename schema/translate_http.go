package schema

import "github.com/retrygen/retrygen/internal/policy"

// httpConcepts are what an HTTP client and its requests are called elsewhere.
var httpConcepts = []concept{
	{
		names: []string{"transport", "roundtripper", "httpclient", "https", "rest"},
		hints: map[string]string{"client": "an HTTP client is written http: {policy: NAME}"},
	},
	{
		names: []string{"routes", "host", "path", "rules", "endpoints"},
		hints: map[string]string{
			"client":     "routes stand in an HTTP client: http: {routes: […]}",
			"httpClient": "requests with a policy of their own stand in routes",
		},
	},
	{
		names: []string{"verb", "verbs", "method", "allowedmethods"},
		hints: map[string]string{
			"httpRoute":  "the HTTP methods of a route are methods: [GET]",
			"httpClient": "requests with a policy of their own stand in routes: [{methods: [GET], policy: NAME}]",
		},
	},
	{
		names: []string{"url", "uri", "pattern", "prefix", "pathprefix", "route", "match"},
		hints: map[string]string{"httpRoute": "a route has host and path, such as {host: api.example.com, path: /v1/}"},
	},
	{
		names: []string{"hosts", "hostname", "domain", "authority", "server", "baseurl"},
		hints: map[string]string{"httpRoute": "the host of a route is host: api.example.com"},
	},
	{
		names: []string{"retry", "retrypolicy", "use"},
		hints: map[string]string{
			"client":     "name a policy of this spec: policy",
			"httpClient": "name a policy of this spec: policy",
			"httpRoute":  "name a policy of this spec: policy",
			"method":     "name a policy of this spec: policy",
		},
	},
	{
		names: []string{"idempotent", "idempotencykey", "idempotencykeys", "safe", "unsafe", "keyed"},
		hints: map[string]string{
			"httpClient": "write idempotency: keyed",
			"httpRoute":  "write idempotency: keyed",
			"method":     "write idempotency: safe, keyed or unsafe",
			"policy":     "idempotency stands next to a method of a client, or in its http",
			"client":     "idempotency stands next to a method, or in http",
		},
	},
	{
		names: []string{"idempotency"},
		hints: map[string]string{
			"policy": "idempotency stands next to a method of a client, or in its http",
			"client": "idempotency stands next to a method, or in http",
		},
	},
	{
		names:     []string{"methodwhitelist", "methods", "retryablemethods"},
		parameter: policy.Methods, isParameter: true,
	},
}
