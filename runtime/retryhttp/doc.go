// Package retryhttp retries HTTP requests under retry policies. A [Transport]
// stands between an [http.Client] and the transport it would use otherwise:
//
//	client := &http.Client{Transport: retryhttp.New(nil, retryhttp.Config{
//		Rule: retryhttp.Rule{Policy: policy},
//	})}
//
// # What is retried
//
// A request is retried if a repetition does no harm: its method is one of
// [Rule.Methods], or it carries an idempotency key, see [Rule.Keyed]; and if
// its body, where it has one, can be had again from [http.Request.GetBody]. A
// body is never buffered. Any other request makes one attempt.
//
// A response whose status is one of [Rule.Statuses] is a failure, which the
// policy sees as a [*StatusError]; so is an error of the transport below. The
// policy then has the last word: what its Classify calls final is not retried.
//
// # One request
//
// [WithRule] gives a request a rule by its context, as the extensions of a request
// do in httpx-retries.
//
// # What comes back
//
// When retries end with a response, that response is returned with a nil
// error, its body unread. When they end with an error, it is a
// [*retry.RetryError], or the error itself if there was nothing to give up.
// No error of this package quotes a path, a query, user information or a
// header.
//
// # Waits
//
// A response may say how long to wait, by the first of these headers that can
// be understood:
//
//	retry-after-ms      milliseconds
//	Retry-After         seconds, or a date, see [ParseRetryAfter]
//	x-amz-retry-after   milliseconds
//	RateLimit-Reset     seconds, if the limit is what failed the request:
//	                    status 429, or a RateLimit-Remaining of 0
//
// X-RateLimit-Reset is left alone, because servers disagree on its unit. What
// is made of the wait, and its bound, are the policy's, see
// [retry.RetryAfter].
//
// # Time
//
// The timeouts of a policy end with the header of a response: an attempt that
// has a good response is over, and only the context of the request bounds the
// reading of the body. A response that is not returned is read, up to 64 KiB
// and 50 ms, and closed before the wait begins, so that its connection can
// serve other requests meanwhile. A Transport never closes idle connections of
// its own accord, starts no goroutine that outlives the request, and adds no
// retries to those that [http.Transport] makes by itself when a connection
// that it reuses turns out to be dead.
package retryhttp
