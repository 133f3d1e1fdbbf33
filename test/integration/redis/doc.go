// Package redis has clients for go-redis: an interface with hundreds of methods
// whose results carry their errors, and the struct behind it.
package redis

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate
