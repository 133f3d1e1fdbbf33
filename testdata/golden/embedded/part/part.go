// Package part declares interfaces that another package embeds.
package part

import "io"

// Name is the name of a file.
type Name string

// Named has a name.
type Named interface {
	io.Closer
	Rename(to Name) (Name, error)
}
