// Package externaltest has its generated client in an external test package.
package externaltest

import (
	"context"
	"errors"
)

// ErrGone is final.
var ErrGone = errors.New("gone")

// Reading is what a probe reads.
type Reading int

// Probe reads.
type Probe interface {
	Read(ctx context.Context) (Reading, error)
}
