package resolve

import (
	"cmp"
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
	} else if r.ImportsC(where.Pos()) {
		message = fmt.Sprintf("%s cannot be wrapped: %s has a type of C", w.object.Name(), where.Name())
		hint = "only cgo knows the types of C: use Go types in the methods that are wrapped"
	}
	r.report(ruleBrokenType, at, false, message, hint)
}

// errorAt returns the type error that a declaration most likely suffers from:
// the first one in its file at or after it, else the first one in the file, as
// of an import; "" if there is none.
func (r *resolver) errorAt(object types.Object) string {
	declared := r.Position(object.Pos())
	var inFile []types.Error
	for _, e := range r.Errors() {
		if r.Position(e.Pos).Filename == declared.Filename {
			inFile = append(inFile, e)
		}
	}
	if len(inFile) == 0 {
		return ""
	}
	slices.SortFunc(inFile, func(a, b types.Error) int { return cmp.Compare(a.Pos, b.Pos) })
	i := slices.IndexFunc(inFile, func(e types.Error) bool { return r.Position(e.Pos).Line >= declared.Line })
	likely := inFile[max(i, 0)]
	return r.shortPosition(likely.Pos) + ": " + likely.Msg
}
