package schema

import (
	"slices"

	"github.com/retrygen/retrygen/internal/document"
)

// Directive is a comment of a spec that speaks to retrygen, for example
// "# retrygen:ignore RG210 the callers spread their calls". JSON has no
// comments, and so no directives.
type Directive = document.Directive

// Directives returns the directives of the spec in the order of the file.
func (s *Spec) Directives() []Directive { return slices.Clone(s.directives) }

// Has reports whether the spec has a value at p, in contrast to a default.
func (s *Spec) Has(p Pointer) bool { return s.places.Has(p) }
