// Package storm holds the clients with which retrygen proves that its retries
// do not make an outage worse: a fleet of them calls a model of a server that
// goes down, on virtual time. Its tests print the figures of docs/safety.md.
package storm

import "context"

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate

// Server is what the fleet depends on.
type Server interface {
	// Call is one request.
	Call(ctx context.Context) error
}
