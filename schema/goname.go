package schema

import (
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// A Go name as a spec writes it: "*" for a pointer type, an import path, a
// package name or "./DIR", a dot, and the name of the declaration.
var goNamePattern = lazyregexp.New(
	`^(\*)?(?:((?:\./)?[A-Za-z0-9_~-][A-Za-z0-9_.~-]*(?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*)\.)?([A-Za-z_][A-Za-z0-9_]*)$`)

// decodeGoName returns the Go name n, or the zero GoName if n is nil or malformed.
func decodeGoName(n decode.Value) GoName {
	name := n.Word("")
	if !n.IsSet() || !n.Is(document.Text) {
		return GoName{}
	}
	parts := goNamePattern().FindStringSubmatch(name)
	if parts == nil {
		refuseGoName(n)
		return GoName{}
	}
	if parts[3] == "_" || isKeyword(parts[3]) {
		n.Reject(document.Format, finding.Quote(parts[3])+" is not the name of a declaration", "")
	}
	return GoName{Star: parts[1] != "", Path: parts[2], Name: parts[3]}
}

func refuseGoName(n decode.Value) {
	hint := "write Name, pkg.Name, ./dir.Name or example.com/mod/pkg.Name, with a leading * for a pointer type"
	switch {
	case strings.Contains(n.Text(), ".."):
		hint = "name the package by its import path"
	case strings.ContainsAny(n.Text(), " \t\n") && strings.Contains(string(n.Pointer()), "/errors/"):
		hint = "write a pattern as {pattern: \"…\"}"
	}
	n.Reject(document.Format, finding.Quote(n.Text())+" is not a Go name", hint)
}
