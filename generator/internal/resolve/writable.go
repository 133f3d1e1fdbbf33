package resolve

import (
	"cmp"
	"fmt"
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// checkConstraints reports a type parameter whose constraint the output cannot
// spell.
func (r *methodResolver) checkConstraints() {
	for _, p := range r.model.TypeParams {
		if why := r.unwritable(p.Constraint()); why != "" {
			r.report(ruleNotAccessible, r.client.Pointer.Key("wraps"), false,
				fmt.Sprintf("the constraint of %s cannot be written down: %s", p.Obj().Name(), why), "")
		}
	}
}

// writableMethods returns the methods that the output can declare. It reports
// the others: a client of an interface has to have all of them, and that of any
// other type those that the spec names.
func (r *methodResolver) writableMethods(methods []*types.Func) []*types.Func {
	at := r.client.Pointer.Key("wraps")
	var writable []*types.Func
	for _, f := range methods {
		why := r.unwritable(f.Signature())
		_, isNamed := r.entry(f.Name())
		switch {
		case why == "":
			writable = append(writable, f)
		case r.model.IsStruct && !isNamed:
			r.report(ruleLeftOut, at, false, fmt.Sprintf("method %s is left out: %s", f.Name(), why), "")
		default:
			r.report(ruleNotAccessible, at, false, fmt.Sprintf("method %s cannot be written down: %s", f.Name(), why), "")
		}
	}
	if len(writable) == 0 && !r.findings.HasErrors() {
		r.report(ruleWrongKind, at, false, r.model.Target+" has no methods that can be wrapped", r.declaredAt(r.model.Wrapped))
	}
	return writable
}

// unwritable returns why the output cannot spell t; "" if it can.
func (r *resolver) unwritable(t types.Type) string {
	why := ""
	model.WalkTypes(t, func(t types.Type) { why = cmp.Or(why, r.unwritablePart(t)) })
	return why
}

// unwritablePart returns why the output cannot spell t, apart from the types in
// it; "" if it can.
func (r *resolver) unwritablePart(t types.Type) string {
	if name := model.ObjectOf(t); name != nil {
		return r.inaccessible(name)
	}
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if why := r.hiddenMember(f); why != "" {
				return why
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if why := r.hiddenMember(m); why != "" {
				return why
			}
		}
	}
	return ""
}

// hiddenMember returns why the output cannot spell a type without name that has
// the given member; "" if it can.
func (r *resolver) hiddenMember(member types.Object) string {
	if member.Exported() || member.Pkg() == nil || member.Pkg().Path() == r.output.path {
		return ""
	}
	return fmt.Sprintf("a type without name in it has the member %s, which is not exported by package %s", member.Name(), member.Pkg().Path())
}
