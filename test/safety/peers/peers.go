// Package peers holds generated policies and clients in which the bugs that
// other retry libraries and code generators have had would show. Its tests have
// the names of those bugs.
package peers

import "context"

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate

// Store is what the clients call.
type Store interface {
	// Get may fail.
	Get(ctx context.Context, key string) (string, error)
}
