package generator

import "go/types"

// errorType is the predeclared type error.
var errorType = types.Universe.Lookup("error").Type()

// walkTypes calls visit for every type that the text of t names or holds. It
// does not look behind names.
func walkTypes(t types.Type, visit func(types.Type)) {
	if t == nil {
		return
	}
	visit(t)
	each := func(ts ...types.Type) {
		for _, t := range ts {
			walkTypes(t, visit)
		}
	}
	switch t := t.(type) {
	case *types.Named:
		walkTypeArgs(t.TypeArgs(), visit)
	case *types.Alias:
		walkTypeArgs(t.TypeArgs(), visit)
	case *types.Pointer:
		each(t.Elem())
	case *types.Slice:
		each(t.Elem())
	case *types.Array:
		each(t.Elem())
	case *types.Chan:
		each(t.Elem())
	case *types.Map:
		each(t.Key(), t.Elem())
	case *types.Signature:
		each(t.Params(), t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			each(v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			each(f.Type())
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			each(m.Type())
		}
		for e := range t.EmbeddedTypes() {
			each(e)
		}
	case *types.Union:
		for term := range t.Terms() {
			each(term.Type())
		}
	}
}

// walkTypeArgs walks the arguments of an instance of a generic type.
func walkTypeArgs(list *types.TypeList, visit func(types.Type)) {
	for t := range list.Types() {
		walkTypes(t, visit)
	}
}

// objectOf returns the declaration of a named type, or nil.
func objectOf(t types.Type) *types.TypeName {
	switch t := t.(type) {
	case *types.Named:
		return t.Obj()
	case *types.Alias:
		return t.Obj()
	default:
		return nil
	}
}

// packagesOf calls add for every package that the text of t names.
func packagesOf(t types.Type, add func(*types.Package)) {
	walkTypes(t, func(t types.Type) {
		if object := objectOf(t); object != nil {
			add(object.Pkg())
		}
		if basic, ok := t.(*types.Basic); ok && basic.Kind() == types.UnsafePointer {
			add(types.Unsafe)
		}
	})
}

// hasInvalid reports whether a type error is in t.
func hasInvalid(t types.Type) bool {
	found := false
	walkTypes(t, func(t types.Type) {
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

// isStream reports whether a result of type t is consumed while it arrives: a
// channel, or a function that is an iterator.
func isStream(t types.Type) (kind string, ok bool) {
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return "a channel", true
	case *types.Signature:
		if isIterator(u) {
			return "an iterator", true
		}
	}
	return "", false
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
