// Package intest has its generated client in a test file of the package.
package intest

// Reading is what a probe reads.
type Reading int
