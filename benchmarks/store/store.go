// Package store is the client whose calls are measured.
package store

import "context"

// Store is a dependency.
type Store interface {
	Get(ctx context.Context, key string) (int, error)
}
