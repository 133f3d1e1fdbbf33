package goname

import (
	"go/token"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// A Go name as a spec writes it: "*" for a pointer type, an import path, a
// package name or "./DIR", a dot, and the name of the declaration.
var pattern = lazyregexp.New(
	`^(\*)?(?:((?:\./)?[A-Za-z0-9_~-][A-Za-z0-9_.~-]*(?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*)\.)?([A-Za-z_][A-Za-z0-9_]*)$`)

// Decode returns the Go name that a value spells, or the zero Name if there is
// no value or it is not a Go name.
func Decode(v decode.Value) Name {
	text := v.Word("")
	if !v.Is(document.Text) {
		return Name{}
	}
	parts := pattern().FindStringSubmatch(text)
	if parts == nil {
		reject(v)
		return Name{}
	}
	if parts[3] == "_" || token.IsKeyword(parts[3]) {
		v.Reject(document.Format, finding.Quote(parts[3])+" is not the name of a declaration", "")
	}
	return Name{Star: parts[1] != "", Path: parts[2], Name: parts[3]}
}

func reject(v decode.Value) {
	hint := "write Name, pkg.Name, ./dir.Name or example.com/mod/pkg.Name, with a leading * for a pointer type"
	switch {
	case strings.Contains(v.Text(), ".."):
		hint = "name the package by its import path"
	case strings.ContainsAny(v.Text(), " \t\n") && strings.Contains(string(v.Pointer()), "/errors/"):
		hint = "write a pattern as {pattern: \"…\"}"
	}
	v.Reject(document.Format, finding.Quote(v.Text())+" is not a Go name", hint)
}
