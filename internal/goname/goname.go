// Package goname has the names of Go declarations as a spec writes them.
package goname

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
