package resolve

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// conditions resolves the matchers of a policy.
type conditions struct {
	*resolver
	policy *model.Policy
}

// resolveAll resolves a list of matchers. Those that cannot be resolved are
// reported and left out; matchers from the table of a service are left out where
// their package is not used. Conditions of one kind are joined.
func (c conditions) resolveAll(matchers []schema.Matcher) []model.Condition {
	var all []model.Condition
	for _, m := range matchers {
		for _, condition := range c.resolve(m) {
			if last := len(all) - 1; last < 0 || !join(&all[last], condition) {
				all = append(all, condition)
			}
		}
	}
	return all
}

// resolve resolves one matcher.
func (c conditions) resolve(m schema.Matcher) []model.Condition {
	var resolved model.Condition
	switch condition := m.Condition().(type) {
	case matcher.Declared:
		return c.declared(m, condition.Name)
	case matcher.FieldIn:
		return c.fields(m, condition)
	case matcher.Accepted:
		resolved = c.accepted(m, condition.Name)
	case matcher.CodeIn:
		resolved = c.codes(m, condition.Codes)
	case matcher.Call:
		resolved = model.RuntimeCall(condition)
	case matcher.Answers:
		resolved = model.Answers(condition)
	case matcher.StatusIn:
		resolved = model.StatusIn(condition.Ranges)
	case matcher.TextMatches:
		resolved = c.policy.AddPattern(condition.Expression)
	}
	if resolved == nil {
		return nil
	}
	return []model.Condition{resolved}
}

// join adds a condition to one before it, if one expression can test both.
func join(before *model.Condition, next model.Condition) bool {
	switch b := (*before).(type) {
	case model.RuntimeCall:
		n, ok := next.(model.RuntimeCall)
		if !ok || n.Func != b.Func || len(n.Args) == 0 || n.Func == "HasType" {
			return false
		}
		b.Args = append(b.Args[:len(b.Args):len(b.Args)], n.Args...)
		*before = b
		return true
	case model.FieldIn:
		n, ok := next.(model.FieldIn)
		if !ok || !types.Identical(b.Type, n.Type) || b.Path() != n.Path() || len(b.Statuses) > 0 || len(n.Statuses) > 0 {
			return false
		}
		b.Values = append(b.Values[:len(b.Values):len(b.Values)], n.Values...)
		*before = b
		return true
	case model.StatusIn:
		n, ok := next.(model.StatusIn)
		if ok {
			*before = append(b[:len(b):len(b)], n...)
		}
		return ok
	default:
		return false
	}
}

// declared resolves an error value, matched by errors.Is, or an error type,
// matched by errors.As.
func (c conditions) declared(m schema.Matcher, name schema.GoName) []model.Condition {
	var all []model.Condition
	for _, object := range c.declarations(m, name) {
		var resolved model.Condition
		switch object := object.(type) {
		case *types.Var, *types.Const:
			resolved = c.errorValue(object, m.At(), name)
		case *types.TypeName:
			resolved = c.errorType(object, m.At(), name)
		case *types.Func:
			c.report(ruleWrongKind, m.At(), false, object.Name()+" is a function, not an error", fmt.Sprintf("write {func: %s}", name))
		default:
			c.report(ruleWrongKind, m.At(), false, object.Name()+" is not an error value or an error type", "")
		}
		if resolved != nil {
			all = append(all, resolved)
		}
	}
	return all
}

// declarations returns the declaration that a matcher names, or reports that
// there is none. The name in the table of a service may stand for several major
// versions of a package, or for none that is used here.
func (c conditions) declarations(m schema.Matcher, name schema.GoName) []types.Object {
	if matcher.Service(m) == "" {
		if object := c.lookup(name, m.At()); object != nil {
			return []types.Object{object}
		}
		return nil
	}
	var all []types.Object
	for _, path := range c.versionsOf(name.Path) {
		pkg, err := c.View.Types(c.Package(path))
		if err != nil {
			continue
		}
		if object := pkg.Scope().Lookup(name.Name); object != nil && c.inaccessible(object) == "" {
			all = append(all, object)
		}
	}
	return all
}

// errorValue resolves a variable or a constant.
func (c conditions) errorValue(object types.Object, at schema.Pointer, name schema.GoName) model.Condition {
	kind := "variable"
	if _, ok := object.(*types.Const); ok {
		kind = "constant"
	}
	switch {
	case name.Star:
		c.report(ruleWrongKind, at, false, fmt.Sprintf("%s is a %s, and * is for types", object.Name(), kind),
			fmt.Sprintf("write %q", schema.GoName{Path: name.Path, Name: name.Name}))
	case !isErrorValue(object.Type()):
		c.report(ruleWrongKind, at, false,
			fmt.Sprintf("%s is a %s of type %s, not of type error", object.Name(), kind, c.typeText(object.Type())), "")
	default:
		return model.ErrorValue{Value: object}
	}
	return nil
}

// isErrorValue reports whether a variable of type t can be compared with an error.
func isErrorValue(t types.Type) bool {
	return types.Implements(t, model.ErrorType.Underlying().(*types.Interface))
}

// errorType resolves the type of an error.
func (c conditions) errorType(object *types.TypeName, at schema.Pointer, name schema.GoName) model.Condition {
	if t := c.namedErrorType(object, at, name); t != nil {
		return model.ErrorOfType{Type: t}
	}
	return nil
}

// namedErrorType returns the type that a name spells, or reports why it is not
// the type of an error and returns nil.
func (c conditions) namedErrorType(object *types.TypeName, at schema.Pointer, name schema.GoName) types.Type {
	if named, ok := types.Unalias(object.Type()).(*types.Named); ok && named.TypeParams().Len() > 0 {
		c.report(ruleWrongKind, at, false, object.Name()+" is a generic type", "declare an alias of the instance that you mean")
		return nil
	}
	t, other := object.Type(), types.Type(types.NewPointer(object.Type()))
	spelling := schema.GoName{Star: !name.Star, Path: name.Path, Name: name.Name}
	if name.Star {
		t, other = other, t
	}
	switch {
	case isErrorValue(t):
		return t
	case isErrorValue(other):
		c.report(ruleWrongKind, at, false, fmt.Sprintf("%s is not an error; %s is", name, spelling), fmt.Sprintf("write %q", spelling))
	default:
		c.report(ruleWrongKind, at, false, fmt.Sprintf("%s is a type without a method Error() string", name), c.declaredAt(object))
	}
	return nil
}

// accepted resolves a classifying function.
func (c conditions) accepted(m schema.Matcher, name schema.GoName) model.Condition {
	object := c.lookup(name, m.At())
	if object == nil {
		return nil
	}
	f, ok := object.(*types.Func)
	if ok && isClassifier(f.Signature()) {
		return model.Accepted{Func: f}
	}
	c.report(ruleWrongKind, m.At(), false,
		fmt.Sprintf("%s is not a function of type func(error) bool", name), c.declaredAt(object))
	return nil
}

// isClassifier reports whether a function has the type func(error) bool.
func isClassifier(s *types.Signature) bool {
	if s.TypeParams().Len() > 0 || s.Variadic() || s.Params().Len() != 1 || s.Results().Len() != 1 {
		return false
	}
	result, ok := s.Results().At(0).Type().Underlying().(*types.Basic)
	return model.IsError(s.Params().At(0).Type()) && ok && result.Kind() == types.Bool
}

// codes resolves status codes to the constants of the user's own gRPC or Connect
// module.
func (c conditions) codes(m schema.Matcher, codes []string) model.Condition {
	condition := model.CodeIn{Codes: codes, GRPC: !usesConnectAlone(c.spec), Connect: len(c.spec.Engines.Stubs["connect"]) > 0 || c.wrapsConnect()}
	if !condition.GRPC {
		return condition
	}
	if condition.Connect && c.Package(model.GrpcCodesPath) == nil {
		condition.GRPC = false
		return condition
	}
	for _, path := range []string{model.GrpcStatusPath, model.GrpcCodesPath} {
		if c.Package(path) != nil {
			continue
		}
		if matcher.Service(m) == "" {
			c.report(rulePackageNotFound, m.At(), true, "gRPC codes need the module google.golang.org/grpc",
				"run: go get google.golang.org/grpc")
		}
		return nil
	}
	return condition
}

// wrapsConnect reports whether a client wraps a type of a package that imports
// Connect, whose errors have codes too.
func (r *resolver) wrapsConnect() bool {
	if r.Package(model.ConnectPath) == nil {
		return false
	}
	return slices.ContainsFunc(r.spec.Clients, func(c *schema.Client) bool {
		path := r.output.path
		if c.Wraps.Path != "" {
			pkg := r.named(c.Wraps)
			if pkg == nil {
				return false
			}
			path = pkg.Path
		}
		return c.HTTP == nil && slices.Contains(r.ErrorPackages(path), model.ConnectPath)
	})
}
