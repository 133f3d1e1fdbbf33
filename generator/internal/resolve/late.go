package resolve

import (
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// lateMethods are the methods of what goes on after the call that returned it.
var lateMethods = []string{"Close", "Commit", "Next", "Read", "Receive", "Recv", "ResultChan", "Scan"}

// isLate reports whether a result of a method lives on after the call, so that
// it may need the context that the call was given: a stream, a transaction, a
// body.
func isLate(m *model.Method) bool {
	for _, v := range m.Results {
		if livesOn(v.Type) || lateField(v.Type) {
			return true
		}
	}
	return false
}

// livesOn reports whether a value of type t is something that goes on, or a list
// of such values, or a struct that holds a context.
func livesOn(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return true
	case *types.Slice:
		return livesOn(u.Elem())
	}
	for _, name := range lateMethods {
		if f := methodOf(t, name); f != nil && !isScanner(f) {
			return true
		}
	}
	return returnsContext(t) || holdsContext(t)
}

// methodOf returns the exported method of a type, or of a pointer to it, with
// the given name; nil if there is none.
func methodOf(t types.Type, name string) *types.Func {
	object, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	f, _ := object.(*types.Func)
	return f
}

// isScanner reports whether a method is the one of sql.Scanner, by which a plain
// value is read from a database.
func isScanner(f *types.Func) bool {
	s := f.Signature()
	if f.Name() != "Scan" || s.Variadic() || s.Params().Len() != 1 {
		return false
	}
	empty, ok := s.Params().At(0).Type().Underlying().(*types.Interface)
	return ok && empty.Empty()
}

// returnsContext reports whether a type has the method Context() of a stream.
func returnsContext(t types.Type) bool {
	f := methodOf(t, "Context")
	if f == nil {
		return false
	}
	s := f.Signature()
	return s.Params().Len() == 0 && s.Results().Len() == 1 && isContext(s.Results().At(0).Type())
}

// holdsContext reports whether a struct, or what a pointer points to, has a field
// for a context. What is deeper in it does not count: the answers of some clients
// embed the request, with its context, and are complete.
func holdsContext(t types.Type) bool {
	s := structOf(t)
	if s == nil {
		return false
	}
	for f := range s.Fields() {
		if isContext(f.Type()) {
			return true
		}
	}
	return false
}

// lateField reports whether an exported field of a struct, or of what a pointer
// points to, is an interface of something that goes on, as the body of an
// http.Response is.
func lateField(t types.Type) bool {
	s := structOf(t)
	if s == nil {
		return false
	}
	for f := range s.Fields() {
		if types.IsInterface(f.Type()) && f.Exported() && livesOn(f.Type()) {
			return true
		}
	}
	return false
}

// structOf returns the struct that t is or points to, or nil.
func structOf(t types.Type) *types.Struct {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}
