package schema

import (
	"slices"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// Fake asks for a typed double of the type that a client wraps.
type Fake struct {
	Pointer Pointer
	// Package is the name of the package of the double, and of its directory below
	// the package of the output.
	Package string
}

// otherDirs are names of directories that mean something to the go command.
var otherDirs = []string{"internal", "main", "testdata", "vendor"}

// decodeFake returns the fake that n asks for, or nil.
func decodeFake(n decode.Value) *Fake {
	if !n.IsSet() {
		return nil
	}
	name := n.Object("fake").Get("package")
	f := &Fake{Pointer: n.Pointer(), Package: name.Word("")}
	if isKeyword(f.Package) || slices.Contains(otherDirs, f.Package) || slices.Contains(deviceNames, f.Package) {
		name.Reject(document.Format, finding.Quote(f.Package)+" cannot name a package of fakes", "choose another name, such as paytest")
	}
	return f
}
