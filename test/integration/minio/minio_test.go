package minio

import (
	"context"
	"testing"

	"github.com/minio/minio-go/v7"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ClientAPI
	*flaky.Script
}

func (f fake) BucketExists(context.Context, string) (bool, error) { return false, f.Next() }

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.BucketExists(ctx, "a")
		return err
	}, []error{
		minio.ErrorResponse{Code: "SlowDown"},
		minio.ErrorResponse{StatusCode: 503},
	}, []error{
		minio.ErrorResponse{Code: "NoSuchBucket"},
	})
}
