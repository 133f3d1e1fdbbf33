package generator

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/schema"
)

// isIncomplete reports whether a type error hides methods of t: t itself, or
// something that it embeds, is invalid.
func isIncomplete(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		return isIncomplete(pointer.Elem(), seen)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Invalid
	case *types.Interface:
		for embedded := range u.EmbeddedTypes() {
			if isIncomplete(embedded, seen) {
				return true
			}
		}
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() && isIncomplete(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// isBroken reports whether a type error is in a signature or in a constraint.
func (w wrappedType) isBroken() bool {
	if len(w.brokenMethods()) > 0 {
		return true
	}
	return slices.ContainsFunc(w.typeParams, func(p *types.TypeParam) bool { return hasInvalid(p.Constraint()) })
}

// brokenMethods returns the methods whose signatures do not compile.
func (w wrappedType) brokenMethods() []*types.Func {
	return slices.DeleteFunc(slices.Clone(w.methods), func(f *types.Func) bool { return !hasInvalid(f.Signature()) })
}

// reportBroken reports the type error that makes a wrapped type unusable.
func (r *resolver) reportBroken(w wrappedType, at schema.Pointer) {
	message := fmt.Sprintf("%s does not compile", w.object.Name())
	where := w.object
	if broken := w.brokenMethods(); len(broken) > 0 {
		message += fmt.Sprintf(": see its method %s", broken[0].Name())
		where = broken[0]
	}
	hint := r.declaredAt(where)
	if first := r.errorAt(where); first != "" {
		hint = first
	}
	r.report(ruleBrokenType, at, false, message, hint)
}

// errorAt returns the first type error at or after a declaration in its file,
// or "" if none is known.
func (r *resolver) errorAt(object types.Object) string {
	declared := r.load.fset.Position(object.Pos())
	nearest, found := types.Error{}, false
	for _, s := range r.universe.sources {
		if s.types.Path() != object.Pkg().Path() {
			continue
		}
		for _, e := range s.errors {
			at := r.load.fset.Position(e.Pos)
			isAfter := at.Filename == declared.Filename && at.Line >= declared.Line
			if isAfter && (!found || e.Pos < nearest.Pos) {
				nearest, found = e, true
			}
		}
	}
	if !found {
		return ""
	}
	return r.shortPosition(nearest.Pos) + ": " + nearest.Msg
}
