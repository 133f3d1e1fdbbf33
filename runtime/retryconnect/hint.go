package retryconnect

import (
	"errors"
	"net/http"
	"time"

	"connectrpc.com/connect"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
	"github.com/retrygen/retrygen/runtime/retryhttp"
)

// pushbackKey is the metadata by which a gRPC server says when to retry
// (gRFC A6).
const pushbackKey = "grpc-retry-pushback-ms"

// withHint returns err with what the server says about a retry, and with what its
// code says to a policy in the words of another system.
func withHint(err error, seen *record) error {
	failure, ok := errors.AsType[*connect.Error](err)
	if !ok {
		return err
	}
	err = gen.Coded(err, uint32(failure.Code()))
	if pushback := failure.Meta().Values(pushbackKey); len(pushback) > 0 {
		return retry.Pushback(err, pushback)
	}
	status, header := statusOf(failure), failure.Meta()
	if response := seen.response.Load(); response != nil {
		status, header = response.StatusCode, response.Header
	}
	if wait, ok := retryhttp.Hint(status, header, time.Now()); ok {
		return retry.Delay(err, wait)
	}
	return err
}

// statusOf returns the one HTTP status that matters to a hint: 429, which
// Connect reads as resource_exhausted, or else 0.
func statusOf(failure *connect.Error) int {
	if failure.Code() == connect.CodeResourceExhausted {
		return http.StatusTooManyRequests
	}
	return 0
}
