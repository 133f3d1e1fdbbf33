package retryhttp

import (
	"io"
	"net/http"
	"time"
)

// What is read of a response to keep its connection: beyond that, a new
// connection is the cheaper way.
const (
	maxDrain     = 64 << 10
	maxDrainTime = 50 * time.Millisecond
)

// drain reads what is left of a response and closes it. A read that takes too
// long ends because the body is closed under it, which the bodies of net/http
// allow; there is no other way to end a read without a goroutine.
func drain(res *http.Response) {
	if res.Body == nil || res.Body == http.NoBody || res.ContentLength > maxDrain {
		closeResponse(res)
		return
	}
	closed := make(chan struct{})
	timer := time.AfterFunc(maxDrainTime, func() {
		defer close(closed)
		res.Body.Close()
	})
	// One byte more than the limit, so that the end of a body of just that size
	// is seen.
	_, _ = io.CopyN(io.Discard, res.Body, maxDrain+1)
	if !timer.Stop() {
		<-closed
		return
	}
	res.Body.Close()
}

// closeResponse closes what there is of a response.
func closeResponse(res *http.Response) {
	if res != nil && res.Body != nil {
		res.Body.Close()
	}
}
