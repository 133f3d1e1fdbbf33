package resolve

import (
	"fmt"
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// usedUp returns what an attempt uses up, so that a second one would find it
// empty, or half done; "" if nothing.
func usedUp(m *model.Method) string {
	if m.MovesBytes() {
		return "may move a part of its bytes before it fails"
	}
	for _, v := range m.Params {
		if isReader(v.Type) {
			return "uses up its parameter of type " + shortType(v.Type)
		}
		if field := readerField(v.Type); field != nil {
			return fmt.Sprintf("uses up %s of its parameter of type %s", field.Name(), shortType(v.Type))
		}
	}
	return ""
}

// shortType returns a type with its packages by name.
func shortType(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// isReader reports whether a parameter of type t is used up by reading it: it
// has the method of io.Reader, it is a channel to receive from, or it is a list
// of these.
func isReader(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return u.Dir() != types.SendOnly
	case *types.Slice:
		return isReader(u.Elem())
	case *types.Array:
		return isReader(u.Elem())
	}
	object, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	f, ok := object.(*types.Func)
	if !ok {
		return false
	}
	s := f.Signature()
	return s.Params().Len() == 1 && s.Results().Len() == 2 &&
		model.IsBytes(s.Params().At(0).Type()) && isError(s.Results().At(1).Type())
}

// readerField returns the exported field of a struct, or of what a pointer
// points to, that holds a reader, as the body of an http.Request does; nil if
// there is none.
func readerField(t types.Type) *types.Var {
	s := structOf(t)
	if s == nil {
		return nil
	}
	for f := range s.Fields() {
		if _, isInterface := f.Type().Underlying().(*types.Interface); isInterface && f.Exported() && isReader(f.Type()) {
			return f
		}
	}
	return nil
}
