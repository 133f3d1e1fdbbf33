package model

import (
	"go/token"
	"testing"
)

// FuzzClaim demands that a claimed name is a free identifier.
func FuzzClaim(f *testing.F) {
	f.Add("type", "err", "ctx")
	f.Add("", "_", "error")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if !token.IsIdentifier(c) && !token.IsKeyword(c) {
			return
		}
		names := NewScope(a, c)
		name := names.Claim(b, c)
		if name == a || name == c || token.IsKeyword(name) || !names[name] {
			t.Errorf("claimed %q", name)
		}
	})
}
