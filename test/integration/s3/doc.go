// Package s3 has clients for a client of the AWS SDK, for its presigning client,
// and for the interface of one of its paginators.
package s3

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate
