package resolve

import (
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// hasInvalid reports whether a type error is in t.
func hasInvalid(t types.Type) bool {
	found := false
	model.WalkTypes(t, func(t types.Type) {
		found = found || t == types.Typ[types.Invalid]
	})
	return found
}

// isContext reports whether t is context.Context.
func isContext(t types.Type) bool { return isNamed(t, "context", "Context") }

// isRequest reports whether t is *http.Request.
func isRequest(t types.Type) bool {
	pointer, ok := types.Unalias(t).(*types.Pointer)
	return ok && isNamed(pointer.Elem(), "net/http", "Request")
}

// isNamed reports whether t is the type with the given name in the package at
// path.
func isNamed(t types.Type, path, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path && named.Obj().Name() == name
}

// isIterator reports whether a function can be ranged over.
func isIterator(s *types.Signature) bool {
	if s.Params().Len() != 1 || s.Results().Len() != 0 {
		return false
	}
	yield, ok := s.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || yield.Results().Len() != 1 {
		return false
	}
	more, ok := yield.Results().At(0).Type().Underlying().(*types.Basic)
	return ok && more.Kind() == types.Bool
}
