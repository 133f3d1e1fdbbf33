package retryconnect

import (
	"context"
	"net/http"
	"sync/atomic"

	"connectrpc.com/connect"
)

// HTTPClient returns an HTTP client that sends requests with next and shows
// [Interceptor] the header of each response. Without it the interceptor sees
// the header of errors in the format of the protocol only: Connect drops the
// header of any other response, such as a proxy's 503 with Retry-After.
func HTTPClient(next connect.HTTPClient) connect.HTTPClient { return &recordingClient{next} }

type recordingClient struct{ next connect.HTTPClient }

// Do implements [connect.HTTPClient].
func (c *recordingClient) Do(request *http.Request) (*http.Response, error) {
	response, err := c.next.Do(request)
	if seen, ok := request.Context().Value(recordKey{}).(*record); ok && err == nil {
		seen.response.Store(response)
	}
	return response, err
}

// record holds the response to one attempt. The request is sent in a goroutine
// of Connect.
type record struct{ response atomic.Pointer[http.Response] }

type recordKey struct{}

// withRecord returns a context whose request is recorded.
func withRecord(ctx context.Context) (context.Context, *record) {
	r := new(record)
	return context.WithValue(ctx, recordKey{}, r), r
}
