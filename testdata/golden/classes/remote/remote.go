// Package remote has errors of another package.
package remote

import (
	"errors"
	"strings"
)

// ErrGone is final.
var ErrGone = errors.New("remote: gone")

// IsFinal reports whether an error says that it is final.
func IsFinal(err error) bool { return strings.Contains(err.Error(), "really final") }
