// Package health retries the calls of a gRPC client: by a service config where
// gRPC itself can follow the policy, and by an interceptor where it cannot.
package health

//go:generate go run -C ../../.. ./cmd/retrygen generate examples/engines/grpc/health.retry.yaml
