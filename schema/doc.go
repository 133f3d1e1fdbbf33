// Package schema reads retrygen's spec files: the JSON Schema, loading with
// positions, validation, and the plain data that the other packages compile.
//
// # The format
//
// A spec is one YAML or JSON document. It names policies, each in the words of
// the system that it comes from, and the clients that follow them:
//
//	version: 1
//	policies:
//	  charge:
//	    exosphere: {max_retries: 5, strategy: EXPONENTIAL_FULL_JITTER, backoff_factor: 500}
//	    attempt_timeout: 2s
//	    errors: {stop: [ErrDeclined]}
//	clients:
//	  RetryingGateway: {wraps: ./pay.Gateway, policy: charge}
//
// A policy has exactly one dialect block: exosphere, prodigy, temporal, httpx
// or smithy; or "from" names the file of that system where the policy already
// lives, see [LoadFrom]. A client either wraps a Go type or is an
// http.RoundTripper:
//
//	clients:
//	  Partner: {http: {policy: charge, routes: [{methods: [GET], path: /v1/, policy: none}]}}
//
// [JSON] documents every key.
//
// # Strictness
//
// A mistake in a retry policy shows in the middle of an outage, if it shows at
// all. So nothing is guessed, and every value has one spelling:
//
//   - Numbers are plain decimals, whole numbers may end in ".0", but not in
//     prodigy; there is no octal, no infinity, no NaN, and no exponent but in
//     fractions in JSON. Truth values are true and false. Null is refused but
//     where a system gives it a meaning.
//   - Durations have units: Go's in the common keys and in temporal, humantime's
//     in prodigy. The numbers of the other dialects have the unit of their system.
//   - Keys are text; unknown keys and keys that stand twice are errors.
//   - Of YAML, directives, merge keys, second documents and tags are errors, but
//     for the tags with which Prodigy names its choices. Aliases are allowed.
//   - The text is UTF-8 without characters that cannot be seen. Size, depth and
//     number of values are bounded, with every alias counted as what it stands for.
//
// # Stages
//
// [Load] goes from bytes to nodes with positions, from those to a [Spec], and
// checks the nodes against the JSON Schema. The schema says all that a JSON
// Schema can say, so that editors say the same: types, ranges, choices, unknown
// and missing keys. The decoder says the rest, and is asked first, because it
// knows better why a value is wrong; a value that it refused is not reported
// again.
package schema
