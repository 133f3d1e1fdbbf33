// Package internaltypes wraps an interface of a package that only it and its
// children may import.
package internaltypes

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
	"github.com/retrygen/retrygen/testdata/golden/internaltypes/internal/vault"
)

// Check checks a call.
func Check() error {
	s := &vault.Steel{Flaky: expect.Flaky{Failures: 2}}
	ticket, err := NewRetryingSafe(s).Put(context.Background(), vault.Thing{Name: "ring"})
	return errors.Join(expect.Error("put", err, nil), expect.Equal("ticket", ticket, 4), expect.Equal("calls", s.Calls, 3))
}
