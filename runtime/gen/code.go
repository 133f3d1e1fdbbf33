package gen

// Coded returns err as the error of a gRPC or Connect call that ended with a
// status code, so that the words of policies for statuses, timeouts, the network
// and safe retries know it. The HTTP status is the one of google.rpc.Code:
// UNAVAILABLE is 503, RESOURCE_EXHAUSTED is 429. UNAVAILABLE is an error of the
// network as well, and DEADLINE_EXCEEDED a timeout; both UNAVAILABLE and
// RESOURCE_EXHAUSTED are safe to retry. It returns err unchanged if it is nil, and
// for OK, CANCELLED and codes that gRPC does not have.
func Coded(err error, code uint32) error {
	if err == nil || int(code) >= len(httpStatuses) || httpStatuses[code] == 0 {
		return err
	}
	coded := codedError{err, code}
	if code == unavailable {
		return unavailableError{coded}
	}
	return coded
}

// Uncoded returns the error that [Coded] was given, if err is what it returned.
func Uncoded(err error) error {
	switch coded := err.(type) {
	case codedError:
		return coded.error
	case unavailableError:
		return coded.error
	}
	return err
}

// The codes of gRPC that matter here.
const (
	deadlineExceeded  = 4
	resourceExhausted = 8
	unavailable       = 14
)

// httpStatuses are the HTTP statuses of the codes, by google/rpc/code.proto.
var httpStatuses = [...]int{
	0, 0, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401,
}

// codedError is an error with a code of gRPC.
type codedError struct {
	error
	code uint32
}

// Unwrap returns the error of the call.
func (e codedError) Unwrap() error { return e.error }

// StatusCode returns the HTTP status of the code.
func (e codedError) StatusCode() int { return httpStatuses[e.code] }

// Timeout reports whether the call ran into a timeout.
func (e codedError) Timeout() bool { return e.code == deadlineExceeded }

// RetrySafe reports whether the code says that the call may be repeated.
func (e codedError) RetrySafe() (safe, known bool) {
	safe = e.code == unavailable || e.code == resourceExhausted
	return safe, safe
}

// unavailableError is the error of a call that did not reach its server. It has
// the methods of a [net.Error].
type unavailableError struct{ codedError }

// Temporary returns true.
func (unavailableError) Temporary() bool { return true }
