// Package part declares interfaces that another package embeds.
package part

import "io"

// Name is the name of a file.
type Name string

// Named has a name.
type Named interface {
	io.Closer
	// Rename gives a file another name.
	//
	// Deprecated: Names are for ever. Copy the
	// file instead.
	Rename(to Name) (Name, error)
}
