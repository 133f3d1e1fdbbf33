// Package stackedoff turns the retries of the SDK off.
package stackedoff

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/cenkalti/backoff/v4"
)

func off(ctx context.Context) error {
	c := s3.New(s3.Options{RetryMaxAttempts: 1})
	return backoff.Retry(func() error {
		_, err := c.PutObject(ctx, nil)
		return err
	}, nil)
}
