package resolve

import (
	"cmp"
	"go/types"
	"slices"
)

// wrappedType is what a client wraps.
type wrappedType struct {
	object     types.Object // the declaration that the spec names
	typeParams []*types.TypeParam
	methods    []*types.Func // sorted by name
	isStruct   bool
}

// typeParamsOf returns the type parameters of a declared type.
func typeParamsOf(t types.Type) []*types.TypeParam {
	generic, ok := t.(interface{ TypeParams() *types.TypeParamList })
	if !ok {
		return nil
	}
	return slices.Collect(generic.TypeParams().TypeParams())
}

// instance returns a generic type with its own type parameters as arguments, so
// that its methods speak of them and not of those of their receivers.
func instance(t types.Type, params []*types.TypeParam) types.Type {
	named, ok := t.(*types.Named)
	if !ok || len(params) == 0 {
		return t
	}
	args := make([]types.Type, len(params))
	for i, p := range params {
		args[i] = p
	}
	instance, err := types.Instantiate(nil, named, args, false)
	if err != nil {
		return t // cannot be: there are as many arguments as parameters
	}
	return instance
}

// interfaceMethods returns the methods of an interface, embedded ones
// included, sorted by name.
func interfaceMethods(t *types.Interface) []*types.Func {
	methods := slices.Collect(t.Methods())
	sortByName(methods)
	return methods
}

// exportedMethods returns the exported methods of a pointer to t, promoted
// ones included, sorted by name.
func exportedMethods(t types.Type) []*types.Func {
	var methods []*types.Func
	for selection := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		if f, ok := selection.Obj().(*types.Func); ok && f.Exported() {
			methods = append(methods, f)
		}
	}
	sortByName(methods)
	return methods
}

// sortByName sorts methods by name.
func sortByName(methods []*types.Func) {
	slices.SortFunc(methods, func(a, b *types.Func) int { return cmp.Compare(a.Name(), b.Name()) })
}
