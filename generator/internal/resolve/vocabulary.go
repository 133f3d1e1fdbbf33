package resolve

import (
	"cmp"
	"context"
	"go/types"
	"maps"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// Vocabularies returns the names that each of the specs can refer to. Specs may
// have errors: what they name and is not there has no names.
func Vocabularies(ctx context.Context, specs []*schema.Spec, tags ...string) ([]schema.Vocabulary, error) {
	b, err := newBatch(ctx, specs, func(ctx context.Context, targets []*gopkg.Target) (*gopkg.Programs, error) {
		for _, t := range targets {
			t.NeedsWhole = true // for errors that the spec does not name
		}
		return loadWith(tags)(ctx, targets)
	})
	if err != nil {
		return nil, err
	}
	all := make([]schema.Vocabulary, len(specs))
	for i := range specs {
		r := newResolver(b, b.targets[i])
		r.output = r.findOutput()
		all[i] = r.vocabulary()
	}
	return all, nil
}

// vocabulary returns the names that the spec can refer to. The findings that the
// resolver makes on the way are not looked at.
func (r *resolver) vocabulary() schema.Vocabulary {
	v := schema.Vocabulary{Families: map[string][]schema.Member{}, Stubs: map[string]map[string][]string{}}
	for _, p := range r.spec.Policies {
		v.Policies = append(v.Policies, p.Name)
	}
	v.Errors, v.HasPackage = r.homeErrors()
	for _, c := range r.spec.Clients {
		if c.HTTP != nil {
			continue
		}
		if members := r.familyNames(c); members != nil {
			v.Families[c.Name] = members
			v.Others = append(v.Others, r.errorsBeside(c.Wraps)...)
		}
	}
	for _, k := range model.Engines {
		if k.Stub != nil {
			r.addStubs(k, v.Stubs)
		}
	}
	slices.Sort(v.Others)
	v.Others = slices.Compact(v.Others)
	return v
}

// familyNames returns the names of what a client wraps, and of what its methods
// return; nil if it is not known.
func (r *resolver) familyNames(c *schema.Client) []schema.Member {
	object := r.lookup(c.Wraps, c.Pointer.Key("wraps"))
	if object == nil {
		return nil
	}
	wrapped, ok := r.resolveWrapped(object, c)
	if !ok {
		return nil
	}
	m := &model.Client{Target: wrapped.object.Name(), Wrapped: wrapped.object}
	f := newFamily(r, c, m, &methodRules{MethodRules: &c.MethodRules}, wrapped)
	f.members[0].children = &schema.Children{IsAll: true} // also those that the spec does not name yet
	f.find()
	names := make([]schema.Member, len(f.members))
	taken := model.Scope{}
	for i, member := range f.members {
		names[i] = schema.Member{
			Name: taken.Claim(cmp.Or(member.accessor, m.Target)), Methods: f.methodsBelow(member, c.Children != nil), Children: map[string]int{},
		}
		for accessor, returned := range member.returns {
			names[i].Children[accessor] = slices.Index(f.members, returned)
		}
	}
	return names
}

// methodsBelow returns the names of the methods of a member and, if the spec has
// children, of the members that its methods lead to, sorted.
func (f *family) methodsBelow(m *member, hasChildren bool) []string {
	found := []*member{m}
	names := map[string]bool{}
	for i := 0; i < len(found); i++ {
		for _, method := range found[i].methods {
			names[method.Name()] = true
			if returned := found[i].returns[method.Name()]; hasChildren && returned != nil && !slices.Contains(found, returned) {
				found = append(found, returned)
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// addStubs adds the methods of the generated clients of an RPC stack.
func (r *resolver) addStubs(k *model.Kind, all map[string]map[string][]string) {
	for _, stub := range r.spec.Engines.Stubs[k.Name] {
		object := r.lookupStub(stub)
		if object == nil {
			continue
		}
		methods, ok := object.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		var names []string
		for f := range methods.Methods() {
			if isUnary(k, f.Signature()) {
				names = append(names, f.Name())
			}
		}
		if all[k.Name] == nil {
			all[k.Name] = map[string][]string{}
		}
		slices.Sort(names)
		all[k.Name][stub.Name] = names
	}
}

// homeErrors returns the errors of the package next to the spec, and whether there
// is one.
func (r *resolver) homeErrors() ([]string, bool) {
	scopes, _, ok := r.homeScopes(schema.GoName{}, "")
	var names []string
	for _, s := range scopes {
		names = append(names, r.errorsIn(s, "")...)
	}
	slices.Sort(names)
	return slices.Compact(names), ok
}

// errorsBeside returns the errors of the package of a wrapped type, with the path
// that the spec writes.
func (r *resolver) errorsBeside(name schema.GoName) []string {
	if name.Path == "" {
		return nil
	}
	found := r.named(name)
	if found == nil {
		return nil
	}
	pkg, err := r.Types(found)
	if err != nil {
		return nil
	}
	return r.errorsIn(pkg.Scope(), name.Path)
}

// errorsIn returns the errors that a package declares and the output can refer to,
// as a spec writes them.
func (r *resolver) errorsIn(scope *types.Scope, path string) []string {
	var names []string
	for _, name := range scope.Names() {
		object := scope.Lookup(name)
		if r.inaccessible(object) != "" {
			continue
		}
		if spelling := (schema.GoName{Path: path, Name: name, Star: isPointerError(object)}); spelling.Star || isErrorDeclaration(object) {
			names = append(names, spelling.String())
		}
	}
	return names
}

// isErrorDeclaration reports whether an object is an error value or a type of
// errors.
func isErrorDeclaration(object types.Object) bool {
	switch object := object.(type) {
	case *types.Var, *types.Const:
		return isErrorValue(object.Type())
	case *types.TypeName:
		return !isGenericType(object) && isErrorValue(object.Type())
	default:
		return false
	}
}

// isPointerError reports whether pointers to a type are errors, and its values are
// not.
func isPointerError(object types.Object) bool {
	name, ok := object.(*types.TypeName)
	return ok && !isGenericType(name) && !isErrorValue(name.Type()) && isErrorValue(types.NewPointer(name.Type()))
}

func isGenericType(name *types.TypeName) bool {
	named, ok := types.Unalias(name.Type()).(*types.Named)
	return ok && named.TypeParams().Len() > 0
}
