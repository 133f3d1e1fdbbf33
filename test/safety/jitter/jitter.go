// Package jitter holds a policy of every kind of jitter. Its tests draw from
// each by the million.
package jitter

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate
