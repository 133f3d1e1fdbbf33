package resolve

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// resolveClients resolves the clients of the spec.
func (r *resolver) resolveClients(policies []*model.Policy) []*model.Client {
	var clients []*model.Client
	for _, c := range r.spec.Clients {
		if c.HTTP != nil {
			continue
		}
		if m := r.resolveClient(c, policies); m != nil {
			clients = append(clients, m)
		}
	}
	r.distinguish(clients)
	return clients
}

// distinguish puts the package in front of the operations of clients that would
// report the same ones, though they wrap different types.
func (r *resolver) distinguish(clients []*model.Client) {
	wrapped := map[string][]types.Object{}
	for _, c := range clients {
		if !slices.Contains(wrapped[c.Operation], c.Wrapped) {
			wrapped[c.Operation] = append(wrapped[c.Operation], c.Wrapped)
		}
	}
	for _, c := range clients {
		if len(wrapped[c.Operation]) > 1 && c.Operation == c.Target && c.Wrapped.Pkg() != nil {
			c.Operation = r.packageName(c.Wrapped.Pkg()) + "." + c.Operation
		}
	}
}

// resolveClient resolves one client, or reports why it cannot and returns nil.
func (r *resolver) resolveClient(c *schema.Client, policies []*model.Policy) *model.Client {
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
	m := &model.Client{
		Name: c.Name, Target: wrapped.object.Name(), Wrapped: wrapped.object,
		IsStruct: wrapped.isStruct, OutputPath: r.output.path, Operation: cmp.Or(c.Operation, wrapped.object.Name()),
	}
	for _, p := range wrapped.typeParams {
		m.TypeParams = append(m.TypeParams, model.TypeParam{TypeParam: p})
	}
	if wrapped.isStruct {
		m.Api = r.output.claim(wrapped.object.Name()+"API", c.Name+"API")
	}
	r.resolveFamily(c, m, wrapped, policies)
	return m
}

// resolveWrapped finds the methods of the type that a client wraps.
func (r *resolver) resolveWrapped(object types.Object, c *schema.Client) (wrappedType, bool) {
	at := c.Pointer.Key("wraps")
	name, ok := object.(*types.TypeName)
	if !ok {
		r.report(ruleWrongKind, at, false, object.Name()+" is not a type", r.declaredAt(object))
		return wrappedType{}, false
	}
	w := wrappedType{object: name, typeParams: typeParamsOf(name.Type())}
	if isIncomplete(name.Type(), map[types.Type]bool{}) {
		r.reportBroken(w, at)
		return w, false
	}
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
		w.methods = exportedMethods(instance(name.Type(), w.typeParams))
	}
	if ok && w.isBroken() {
		r.reportBroken(w, at)
		return w, false
	}
	if ok && len(w.methods) == 0 {
		r.report(ruleWrongKind, at, false, name.Name()+" has no methods to wrap", r.declaredAt(name))
		return w, false
	}
	return w, ok
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
