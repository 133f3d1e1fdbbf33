package gcs

import (
	"context"
	"testing"

	"google.golang.org/api/googleapi"
	storage "google.golang.org/api/storage/v1"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	Buckets
	*flaky.Script
}

func (f fake) Get(context.Context, string) (*storage.Bucket, error) { return nil, f.Next() }

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.Get(ctx, "a")
		return err
	}, []error{
		&googleapi.Error{Code: 503},
		&googleapi.Error{Code: 429},
	}, []error{
		&googleapi.Error{Code: 404},
	})
}
