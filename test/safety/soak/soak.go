// Package soak holds the HTTP client whose calls its test makes by the million,
// at a server that refuses, stalls, drips and hangs up.
package soak

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate
