package model

import (
	"go/types"
)

// ErrorType is the predeclared type error.
var ErrorType = types.Universe.Lookup("error").Type()

// WalkTypes calls visit for every type that the text of t names or holds. It
// does not look behind names.
func WalkTypes(t types.Type, visit func(types.Type)) {
	if t == nil {
		return
	}
	visit(t)
	each := func(ts ...types.Type) {
		for _, t := range ts {
			WalkTypes(t, visit)
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
		WalkTypes(t, visit)
	}
}

// ObjectOf returns the declaration of a named type, or nil.
func ObjectOf(t types.Type) *types.TypeName {
	switch t := t.(type) {
	case *types.Named:
		return t.Obj()
	case *types.Alias:
		return t.Obj()
	default:
		return nil
	}
}

// PackagesOf calls add for every package that the text of t names.
func PackagesOf(t types.Type, add func(*types.Package)) {
	WalkTypes(t, func(t types.Type) {
		if object := ObjectOf(t); object != nil {
			add(object.Pkg())
		}
		if basic, ok := t.(*types.Basic); ok && basic.Kind() == types.UnsafePointer {
			add(types.Unsafe)
		}
	})
}

// IsError reports whether t is the predeclared type error.
func IsError(t types.Type) bool { return types.Identical(t, ErrorType) }

// isFunction reports whether t is a function, other than an iterator.
func isFunction(t types.Type) bool {
	s, ok := t.Underlying().(*types.Signature)
	if !ok {
		return false
	}
	if s.Params().Len() != 1 || s.Results().Len() != 0 {
		return true
	}
	yield, ok := s.Params().At(0).Type().Underlying().(*types.Signature)
	return !ok || yield.Results().Len() != 1 || !types.Identical(yield.Results().At(0).Type(), types.Typ[types.Bool])
}
