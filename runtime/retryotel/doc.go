// Package retryotel shows OpenTelemetry what retry policies do.
//
// An [Observer] counts the attempts of calls, and marks retries in the span
// that is current in the context of a call:
//
//	observer, err := retryotel.NewObserver()
//	...
//	client := NewRetryingGateway(next, retry.WithObserver(observer))
//
// A [Transport] below a retryhttp.Transport gives each attempt of an HTTP
// request a span:
//
//	client := &http.Client{Transport: retryhttp.New(retryotel.NewTransport(nil), config)}
//
// # The metric
//
// Histogram retry.attempts, unit {attempt}: the attempts of a call, recorded
// when it ends. Its buckets end at 1, 2, 3 … up to [WithBuckets], so that the
// first one is the calls without a retry. Attributes:
//
//	retry.policy      the name of the policy
//	retry.operation   what was called, for example "Gateway.Charge"
//	retry.outcome     "success", or why there was no further attempt: "attempts",
//	                  "wait_budget", "quota", "breaker", "deadline",
//	                  "total_timeout", "context", "final", "pruned", "disabled"
//
// Generated code uses the names of the spec, so that there are only as many
// series as operations and outcomes. Code that begins calls by
// itself has to keep numbers and names of customers out of its operations.
//
// # Spans
//
// The current span gets an event for each retry, retry.scheduled, and for the
// end of a call that was retried or failed, retry.succeeded or retry.gave_up.
// They have the attributes above that apply, and retry.attempt, the number of
// attempts so far; retry.delay, the wait in seconds; and error.type, which is
// a status or the name of a Go type. No text of an error is recorded.
package retryotel
