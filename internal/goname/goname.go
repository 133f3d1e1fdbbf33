// Package goname has the names of Go declarations as a spec writes them.
package goname

import (
	"path"
	"strings"
)

// Name is the name of a Go declaration: "ErrDeclined", "*ValidationError",
// "context.Canceled", "./pay.Gateway", "*example.com/sdk.Client".
type Name struct {
	// Star is set if the name begins with "*": the pointer type.
	Star bool
	// Path is the import path, "./"-relative to the directory of the spec, a
	// package name, or empty for the package in the directory of the spec.
	Path string
	// Name is the Go identifier.
	Name string
}

// Short returns the name as Go code writes it: with the last element of the path
// that is not a major version.
func (n Name) Short() string {
	n.Path = strings.TrimPrefix(n.Path, "./")
	for base := path.Base(n.Path); n.Path != "" && isMajorVersion(base); base = path.Base(n.Path) {
		n.Path = strings.TrimSuffix(strings.TrimSuffix(n.Path, base), "/")
	}
	if n.Path != "" {
		n.Path = path.Base(n.Path)
	}
	return n.String()
}

// isMajorVersion reports whether a path element is "v2", "v3" and so on, or the
// "v*" that stands for any of them.
func isMajorVersion(element string) bool {
	digits, ok := strings.CutPrefix(element, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789*") == ""
}

// String returns the name as a spec writes it.
func (n Name) String() string {
	text := n.Name
	if n.Path != "" {
		text = n.Path + "." + text
	}
	if n.Star {
		text = "*" + text
	}
	return text
}
