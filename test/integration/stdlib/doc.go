// Package stdlib has clients for interfaces of the standard library.
package stdlib

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate
