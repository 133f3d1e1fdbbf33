package lint

import (
	"testing"
)

// withMethods is a policy with the given keys and a client of two methods.
func withMethods(keys, charge string) string {
	return policySpec(keys) + "clients:\n  C:\n    wraps: G\n    methods:\n      Lookup: p\n      Charge: " + charge + "\n"
}

// withHTTP is a policy with the given keys and an HTTP client.
func withHTTP(keys, client string) string {
	return policySpec(keys) + "clients:\n  C:\n    http: " + client + "\n"
}

func TestUnsafeRetry(t *testing.T) {
	const post = "httpx: {allowed_methods: [GET, POST]}"
	testRule(t, "RG226", []ruleTest{
		{"POST", withHTTP(post, "{policy: p}"), "4:36 a POST of C may take effect twice: the policy retries it, and it has no key"},
		{"POST with a key", withHTTP(post, "{policy: p, idempotency: keyed}"), ""},
		{"POST on a route", withHTTP(post, "{routes: [{path: /a, policy: p}]}"), "4:36 a POST of C may take effect twice: the policy retries it, and it has no key"},
		{"POST on a route with a key", withHTTP(post, "{routes: [{path: /a, policy: p, idempotency: keyed}]}"), ""},
		{"one attempt", withHTTP("httpx: {total: 0, allowed_methods: [POST]}", "{policy: p}"), ""},
		{"idempotent methods", withHTTP("httpx: {allowed_methods: [GET, PUT]}", "{policy: p}"), ""},
	})
}

func TestUnretriedRequest(t *testing.T) {
	testRule(t, "RG228", []ruleTest{
		{"POST", withHTTP("exosphere: {}", "{routes: [{methods: [POST], policy: p}]}"),
			"7:31 a POST here is not retried unless it comes with an Idempotency-Key"},
		{"POST and PATCH of the client's policy", withHTTP("exosphere: {}", "{policy: p, routes: [{methods: [POST, PATCH], path: /a}]}"),
			"7:42 a POST or a PATCH here is not retried unless it comes with an Idempotency-Key"},
		{"a method that is not listed", withHTTP("httpx: {allowed_methods: [GET]}", "{routes: [{methods: [PUT], policy: p}]}"),
			"7:31 a PUT here is not retried unless it comes with an Idempotency-Key"},
		{"a method that is listed", withHTTP("httpx: {allowed_methods: [post]}", "{routes: [{methods: [POST], policy: p}]}"), ""},
		{"with a key", withHTTP("exosphere: {}", "{routes: [{methods: [POST], policy: p, idempotency: keyed}]}"), ""},
		{"with the client's key", withHTTP("exosphere: {}", "{policy: p, idempotency: keyed, routes: [{methods: [POST]}]}"), ""},
		{"one of two methods", withHTTP("exosphere: {}", "{routes: [{methods: [POST, PUT], policy: p}]}"), ""},
		{"all methods", withHTTP("exosphere: {}", "{routes: [{path: /a, policy: p}]}"), ""},
		{"no policy", withHTTP("exosphere: {}", "{policy: p, routes: [{methods: [POST], policy: none}]}"), ""},
		{"one attempt", withHTTP("exosphere: {max_retries: 0}", "{routes: [{methods: [POST], policy: p}]}"), ""},
	})
}

func TestReplayedAnswer(t *testing.T) {
	const keyed = "{policy: p, idempotency: keyed}"
	const listed = "exosphere: {}\nerrors: {retry: [{status: [429, 500]}]}"
	testRule(t, "RG227", []ruleTest{
		{"status", withMethods(listed, keyed), "5:37 status 500 is retried with the same key, and a server that stores keys repeats its first 500"},
		{"class", withMethods("exosphere: {}\nerrors: {retry: [server_error]}", keyed), "5:22 server_error is retried with the same key, and a server that stores keys repeats its first 500"},
		{"HTTP", withHTTP("httpx: {status_forcelist: [500], allowed_methods: [POST]}", "{routes: [{path: /a, policy: p, idempotency: keyed}]}"),
			"4:32 status 500 is retried with the same key, and a server that stores keys repeats its first 500"},
		{"no key", withMethods(listed, "{policy: p, idempotency: safe}"), ""},
		{"not listed", withMethods("exosphere: {}", keyed), ""},
		{"other codes", withMethods("exosphere: {}\nerrors: {retry: [{status: 502-504}]}", keyed), ""},
		{"one attempt", withMethods("exosphere: {max_retries: 0}\nerrors: {retry: [{status: 500}]}", keyed), ""},
	})
}
