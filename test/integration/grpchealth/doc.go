// Package grpchealth has a client for a generated gRPC client.
package grpchealth

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate
