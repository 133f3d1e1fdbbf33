package resolve

import (
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/importpath"
	"github.com/retrygen/retrygen/generator/internal/model"
)

// isClientType reports whether an interface is one of calls, and not of data: it
// has a method that can fail, or one that returns such an interface. Those of
// the standard library, streams and transactions hold data.
func isClientType(t types.Type, seen map[types.Type]bool) bool {
	object := model.ObjectOf(t)
	u, ok := t.Underlying().(*types.Interface)
	if !ok || seen[t] || object == nil || object.Pkg() == nil || importpath.IsStd(object.Pkg().Path()) || !u.IsMethodSet() || isDataType(t) {
		return false
	}
	seen[t] = true
	for m := range u.Methods() {
		if canFail(m) {
			return true
		}
		if returned := returnedType(m.Signature()); returned != nil && isClientType(returned, seen) {
			return true
		}
	}
	return false
}

// hasCalls reports whether a type that is no interface has methods worth
// retrying: they take a context and can fail.
func hasCalls(t types.Type) bool {
	pointer, ok := t.(*types.Pointer)
	if ok {
		t = pointer.Elem()
	}
	if object := model.ObjectOf(t); object == nil || object.Pkg() == nil || types.IsInterface(t) || isDataType(types.NewPointer(t)) {
		return false
	}
	return slices.ContainsFunc(exportedMethods(t), func(m *types.Func) bool {
		params := m.Signature().Params()
		return canFail(m) && params.Len() > 0 && isContext(params.At(0).Type())
	})
}

// canFail reports whether a method returns an error last, and is worth a retry:
// nobody repeats Close.
func canFail(m *types.Func) bool {
	results := m.Signature().Results()
	return results.Len() > 0 && model.IsError(results.At(results.Len()-1).Type()) && m.Name() != "Close"
}

// isDataType reports whether a type is a stream, a transaction, an error or
// another thing that a call returns, and not one to call: it has a method such
// as Recv or Commit.
func isDataType(t types.Type) bool {
	if isErrorValue(t) || methodOf(t, "Commit") != nil {
		return true
	}
	for _, name := range lateMethods {
		f := methodOf(t, name)
		if f == nil || name == "Close" || name == "Commit" {
			continue
		}
		if params := f.Signature().Params(); params.Len() == 0 || !isContext(params.At(0).Type()) || name == "Next" {
			return true
		}
	}
	return false
}
