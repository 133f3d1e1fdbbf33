package gcs

import (
	"context"

	"google.golang.org/api/storage/v1"
)

// Buckets is what a program uses of the storage service, whose methods return
// builders.
type Buckets interface {
	Get(ctx context.Context, name string) (*storage.Bucket, error)
}

// Service reads buckets of the real service.
type Service struct{ *storage.Service }

// Get implements [Buckets].
func (s Service) Get(ctx context.Context, name string) (*storage.Bucket, error) {
	return s.Buckets.Get(name).Context(ctx).Do()
}
