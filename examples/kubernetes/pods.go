// Package pods uses the API of Kubernetes through a generated client.
package pods

//go:generate go run -C ../.. ./cmd/retrygen generate examples/kubernetes/pods.retry.yaml
