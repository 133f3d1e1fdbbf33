// Package health retries the calls of a Connect client by an interceptor.
package health

//go:generate go run -C ../../.. ./cmd/retrygen generate examples/engines/connect/health.retry.yaml
