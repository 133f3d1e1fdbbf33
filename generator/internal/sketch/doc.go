// Package sketch type-checks the few declarations that are asked for, from
// their syntax alone: no go command, no build cache, no other declaration of
// their packages, and no function body.
//
// What a declaration needs is followed through packages as deep as it shows:
// the types in the signatures of a wrapped type are followed, and so are
// methods named Read and Error, embedded types and the exported fields of a
// struct. What cannot show, such as the type behind a pointer in a field, is an
// empty struct with the right name.
//
// The result is what the whole program would give, or an error that wraps
// [locate.ErrUncertain]: a type error of any kind, cgo, dot imports, and
// whatever else leaves a doubt.
package sketch

import (
	"fmt"

	"github.com/retrygen/retrygen/generator/internal/locate"
)

// Level tells how much of a declaration is wanted.
type Level int

// The levels of a declaration.
const (
	// Name is no more than that there is such a type.
	Name Level = iota
	// Shape is a declaration with its methods Read and Error.
	Shape
	// Whole is a declaration with all its methods, and the shapes of the types
	// in their signatures.
	Whole
)

// shapeMethods are the methods that a Shape has.
var shapeMethods = map[string]bool{"Read": true, "Error": true}

// uncertain returns an error that says why the whole program has to be asked.
func uncertain(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, locate.ErrUncertain)...)
}
