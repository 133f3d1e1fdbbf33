package azblob

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ClientAPI
	*flaky.Script
}

func (f fake) DeleteBlob(context.Context, string, string, *azblob.DeleteBlobOptions) (azblob.DeleteBlobResponse, error) {
	return azblob.DeleteBlobResponse{}, f.Next()
}

func TestRetries(t *testing.T) {
	ctx := context.Background()
	response := &http.Response{Request: &http.Request{Method: "GET", URL: new(url.URL)}}
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.DeleteBlob(ctx, "a", "b", nil)
		return err
	}, []error{
		&azcore.ResponseError{StatusCode: 503, RawResponse: response},
		&azcore.ResponseError{StatusCode: 429, RawResponse: response},
	}, []error{
		&azcore.ResponseError{StatusCode: 404, RawResponse: response},
	})
}
