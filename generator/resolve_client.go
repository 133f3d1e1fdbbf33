package generator

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/schema"
)

// resolveClients resolves the clients of the spec.
func (r *resolver) resolveClients(policies []*policyModel) []*clientModel {
	var clients []*clientModel
	for _, c := range r.spec.Clients {
		if m := r.resolveClient(c, policies); m != nil {
			clients = append(clients, m)
		}
	}
	return clients
}

// resolveClient resolves one client, or reports why it cannot and returns nil.
func (r *resolver) resolveClient(c *schema.Client, policies []*policyModel) *clientModel {
	r.claimExported(c.Name, c.Pointer)
	r.claimExported("New"+c.Name, c.Pointer)
	object := r.lookup(c.Wraps, c.Pointer.Key("wraps"))
	if object == nil {
		return nil
	}
	wrapped, ok := r.resolveWrapped(object, c)
	if !ok {
		return nil
	}
	m := &clientModel{
		name: c.Name, target: wrapped.object.Name(), next: wrapped.named, nextName: wrapped.object,
		typeParams: wrapped.typeParams, isStruct: wrapped.isStruct, outputPath: r.output.path,
	}
	if wrapped.isStruct {
		m.api = r.output.names.claim(wrapped.object.Name()+"API", c.Name+"API")
	}
	methods := &methodResolver{resolver: r, client: c, model: m, policies: policies}
	methods.resolve(wrapped.methods)
	return m
}

// wrappedType is what a client wraps.
type wrappedType struct {
	object     types.Object // the declaration that the spec names
	named      types.Type
	typeParams []*types.TypeParam
	methods    []*types.Func // sorted by name
	isStruct   bool
}

// resolveWrapped finds the methods of the type that a client wraps.
func (r *resolver) resolveWrapped(object types.Object, c *schema.Client) (wrappedType, bool) {
	at := c.Pointer.Key("wraps")
	name, ok := object.(*types.TypeName)
	if !ok {
		r.report(ruleWrongKind, at, false, object.Name()+" is not a type", r.declaredAt(object))
		return wrappedType{}, false
	}
	w := wrappedType{object: name, named: name.Type(), typeParams: typeParamsOf(name.Type())}
	switch under := name.Type().Underlying().(type) {
	case *types.Interface:
		if c.Wraps.Star {
			r.report(ruleWrongKind, at, false, name.Name()+" is an interface, and a pointer to it has no methods",
				fmt.Sprintf("write %q", schema.GoName{Path: c.Wraps.Path, Name: c.Wraps.Name}))
			return w, false
		}
		w.methods = interfaceMethods(under)
		ok = r.checkInterface(name, under, at)
	case *types.Pointer:
		r.report(ruleWrongKind, at, false, name.Name()+" is a pointer type", "name the type that it points to")
		return w, false
	default:
		w.isStruct = true
		w.methods = exportedMethods(name.Type())
	}
	if ok && r.isBroken(w) {
		r.reportBroken(w, at)
		return w, false
	}
	if ok && len(w.methods) == 0 {
		r.report(ruleWrongKind, at, false, name.Name()+" has no methods to wrap", r.declaredAt(name))
		return w, false
	}
	return w, ok
}

// typeParamsOf returns the type parameters of a declared type.
func typeParamsOf(t types.Type) []*types.TypeParam {
	generic, ok := t.(interface{ TypeParams() *types.TypeParamList })
	if !ok {
		return nil
	}
	return slices.Collect(generic.TypeParams().TypeParams())
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

// checkInterface reports why an interface cannot be implemented by the output.
func (r *resolver) checkInterface(name *types.TypeName, t *types.Interface, at schema.Pointer) bool {
	if !t.IsMethodSet() {
		r.report(ruleWrongKind, at, false, name.Name()+" is a type constraint, not an interface of methods", r.declaredAt(name))
		return false
	}
	for m := range t.Methods() {
		if !m.Exported() && m.Pkg() != nil && m.Pkg().Path() != r.output.path {
			r.report(ruleNotAccessible, at, false,
				fmt.Sprintf("%s has the unexported method %s, so that no type outside package %s can implement it", name.Name(), m.Name(), m.Pkg().Path()),
				"write the output into that package")
			return false
		}
	}
	return true
}

// isBroken reports whether a type error is in the signature of a method.
func (r *resolver) isBroken(w wrappedType) bool {
	for _, m := range w.methods {
		if hasInvalid(m.Signature()) {
			return true
		}
	}
	for _, p := range w.typeParams {
		if hasInvalid(p.Constraint()) {
			return true
		}
	}
	return false
}

// reportBroken reports the type errors that make a wrapped type unusable.
func (r *resolver) reportBroken(w wrappedType, at schema.Pointer) {
	var methods []string
	for _, m := range w.methods {
		if hasInvalid(m.Signature()) {
			methods = append(methods, m.Name())
		}
	}
	message := fmt.Sprintf("%s does not compile", w.object.Name())
	if len(methods) > 0 {
		message = fmt.Sprintf("%s does not compile: see its method %s", w.object.Name(), methods[0])
	}
	hint := r.declaredAt(w.object)
	if first := r.firstError(w); first != "" {
		hint = first
	}
	r.report(ruleBrokenType, at, false, message, hint)
}

// firstError returns the first type error in the package of a wrapped type
// that is near it: in its file, at or after its declaration.
func (r *resolver) firstError(w wrappedType) string {
	declared := r.load.fset.Position(w.object.Pos())
	for _, s := range r.universe.sources {
		if s.types.Path() != w.object.Pkg().Path() {
			continue
		}
		for _, e := range s.errors {
			at := r.load.fset.Position(e.Pos)
			if at.Filename == declared.Filename && at.Line >= declared.Line {
				return r.shortPosition(e.Pos) + ": " + e.Msg
			}
		}
	}
	return ""
}
