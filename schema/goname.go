package schema

import (
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// A Go name as a spec writes it: "*" for a pointer type, an import path, a
// package name or "./DIR", a dot, and the name of the declaration.
var goNamePattern = lazyRegexp(
	`^(\*)?(?:((?:\./)?[A-Za-z0-9_~-][A-Za-z0-9_.~-]*(?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*)\.)?([A-Za-z_][A-Za-z0-9_]*)$`)

// goName returns the Go name n, or the zero GoName if n is nil or malformed.
func (d *decoder) goName(n *node) GoName {
	name := d.word(n, "")
	if n == nil || n.kind != text {
		return GoName{}
	}
	parts := goNamePattern().FindStringSubmatch(name)
	if parts == nil {
		d.refuseGoName(n)
		return GoName{}
	}
	if parts[3] == "_" || isKeyword(parts[3]) {
		d.refuse(RuleFormat, n, finding.Quote(parts[3])+" is not the name of a declaration", "")
	}
	return GoName{Star: parts[1] != "", Path: parts[2], Name: parts[3]}
}

func (d *decoder) refuseGoName(n *node) {
	hint := "write Name, pkg.Name, ./dir.Name or example.com/mod/pkg.Name, with a leading * for a pointer type"
	switch {
	case strings.Contains(n.text, ".."):
		hint = "name the package by its import path"
	case strings.ContainsAny(n.text, " \t\n") && strings.Contains(string(n.pointer), "/errors/"):
		hint = "write a pattern as {pattern: \"…\"}"
	}
	d.refuse(RuleFormat, n, finding.Quote(n.text)+" is not a Go name", hint)
}
