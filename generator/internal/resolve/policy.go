package resolve

import (
	"fmt"
	"go/types"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// resolvePolicies compiles the policies, names their declarations, and
// resolves the Go names in their error rules.
func (r *resolver) resolvePolicies() []*model.Policy {
	var models []*model.Policy
	for _, p := range r.spec.Policies {
		models = append(models, r.resolvePolicy(p))
	}
	return models
}

// resolvePolicy resolves one policy.
func (r *resolver) resolvePolicy(p *schema.Policy) *model.Policy {
	m := &model.Policy{Policy: policy.Compile(p), FuncName: model.ExportedName(p.Name) + "Policy"}
	r.claimExported(m.FuncName, p.Pointer)
	base := model.UnexportedName(model.ExportedName(p.Name))
	m.DelayName = r.output.claim(base+"Delay", base+"RetryDelay")
	if m.Throttling != nil {
		m.ThrottlingName = r.output.claim(base+"ThrottlingDelay", base+"ThrottlingRetryDelay")
	}
	m.ClassName = r.output.claim(base+"Class", base+"ErrorClass")
	m.StopConditions = r.resolveConditions(m, m.Stop)
	m.RetryConditions = r.resolveConditions(m, m.Retry)
	return m
}

// claimExported takes a package-level name that the spec decides, or reports
// that it is taken.
func (r *resolver) claimExported(name string, pointer schema.Pointer) {
	if !r.output.names.Taken(name) && !r.output.fileNames[name] {
		r.output.names[name] = true
		return
	}
	hint := "rename one of the two"
	switch {
	case r.output.fileNames[name]:
		hint = "a file beside the output imports a package by that name; " + hint
	case r.isHandWritten(name):
		hint = r.declaredAt(r.output.declared.Lookup(name)) + "; " + hint
	}
	r.report(ruleNameTaken, pointer, true, fmt.Sprintf("the output would declare %s, which is taken", name), hint)
}

// isHandWritten reports whether the package beside the output declares a name,
// other than in output.
func (r *resolver) isHandWritten(name string) bool {
	if r.output.declared == nil {
		return false
	}
	object := r.output.declared.Lookup(name)
	return object != nil && !r.IsOutput(r.Position(object.Pos()).Filename)
}

// resolveConditions resolves matchers; those that cannot be are reported and
// left out.
func (r *resolver) resolveConditions(m *model.Policy, matchers []schema.Matcher) []model.Condition {
	var conditions []model.Condition
	for _, matcher := range matchers {
		if c := r.resolveCondition(m, matcher); c != nil {
			conditions = append(conditions, c)
		}
	}
	return conditions
}

// resolveCondition resolves one matcher, or reports why it cannot and returns nil.
func (r *resolver) resolveCondition(m *model.Policy, matcher schema.Matcher) model.Condition {
	switch matcher := matcher.(type) {
	case schema.ClassMatcher:
		return model.ClassCondition(matcher.Class)
	case schema.StatusMatcher:
		return model.StatusCondition(matcher.Ranges)
	case schema.TypeMatcher:
		return model.TypeNameCondition(matcher.Type)
	case schema.PatternMatcher:
		return m.AddPattern(matcher.Pattern)
	case schema.GRPCMatcher:
		return r.resolveGRPC(matcher)
	case schema.FuncMatcher:
		return r.resolveFunc(matcher)
	case schema.GoMatcher:
		return r.resolveGo(matcher)
	default:
		panic(fmt.Sprintf("generator: matcher %T", matcher))
	}
}

// resolveGo resolves an error value, matched by errors.Is, or an error type,
// matched by errors.As.
func (r *resolver) resolveGo(m schema.GoMatcher) model.Condition {
	object := r.lookup(m.Name, m.Pointer)
	switch object := object.(type) {
	case nil:
		return nil
	case *types.Var, *types.Const:
		return r.resolveErrorValue(object, m)
	case *types.TypeName:
		return r.resolveErrorType(object, m)
	case *types.Func:
		r.report(ruleWrongKind, m.Pointer, false, object.Name()+" is a function, not an error",
			fmt.Sprintf("write {func: %s}", m.Name))
	default:
		r.report(ruleWrongKind, m.Pointer, false, object.Name()+" is no error value and no error type", "")
	}
	return nil
}

// resolveErrorValue resolves a variable or a constant.
func (r *resolver) resolveErrorValue(object types.Object, m schema.GoMatcher) model.Condition {
	kind := "variable"
	if _, ok := object.(*types.Const); ok {
		kind = "constant"
	}
	switch {
	case m.Name.Star:
		r.report(ruleWrongKind, m.Pointer, false, fmt.Sprintf("%s is a %s, and * is for types", object.Name(), kind),
			fmt.Sprintf("write %q", schema.GoName{Path: m.Name.Path, Name: m.Name.Name}))
	case !isErrorValue(object.Type()):
		r.report(ruleWrongKind, m.Pointer, false,
			fmt.Sprintf("%s is a %s of type %s, not of type error", object.Name(), kind, r.typeText(object.Type())), "")
	default:
		return model.ValueCondition{Value: object}
	}
	return nil
}

// isErrorValue reports whether a variable of type t can be compared with an error.
func isErrorValue(t types.Type) bool {
	return types.Implements(t, model.ErrorType.Underlying().(*types.Interface))
}

// resolveErrorType resolves the type of an error.
func (r *resolver) resolveErrorType(name *types.TypeName, m schema.GoMatcher) model.Condition {
	if named, ok := types.Unalias(name.Type()).(*types.Named); ok && named.TypeParams().Len() > 0 {
		r.report(ruleWrongKind, m.Pointer, false, name.Name()+" is a generic type", "declare an alias of the instance that is meant")
		return nil
	}
	t, other := name.Type(), types.Type(types.NewPointer(name.Type()))
	spelling := schema.GoName{Star: !m.Name.Star, Path: m.Name.Path, Name: m.Name.Name}
	if m.Name.Star {
		t, other = other, t
	}
	switch {
	case isErrorValue(t) && (m.Name.Star || !types.IsInterface(t) || isErrorValue(t)):
		return model.ErrorTypeCondition{Type: t}
	case isErrorValue(other):
		r.report(ruleWrongKind, m.Pointer, false, fmt.Sprintf("%s is not an error; %s is", m.Name, spelling), fmt.Sprintf("write %q", spelling))
	default:
		r.report(ruleWrongKind, m.Pointer, false, fmt.Sprintf("%s is a type without a method Error() string", m.Name), r.declaredAt(name))
	}
	return nil
}

// resolveFunc resolves a classifying function.
func (r *resolver) resolveFunc(m schema.FuncMatcher) model.Condition {
	object := r.lookup(m.Name, m.Pointer)
	if object == nil {
		return nil
	}
	f, ok := object.(*types.Func)
	if ok && isClassifier(f.Signature()) {
		return model.FuncCondition{Func: f}
	}
	r.report(ruleWrongKind, m.Pointer, false,
		fmt.Sprintf("%s is not a function of type func(error) bool", m.Name), r.declaredAt(object))
	return nil
}

// isClassifier reports whether a function has the type func(error) bool.
func isClassifier(s *types.Signature) bool {
	if s.TypeParams().Len() > 0 || s.Variadic() || s.Params().Len() != 1 || s.Results().Len() != 1 {
		return false
	}
	result, ok := s.Results().At(0).Type().Underlying().(*types.Basic)
	return isError(s.Params().At(0).Type()) && ok && result.Kind() == types.Bool
}

// isError reports whether t is the predeclared type error.
func isError(t types.Type) bool {
	return types.Identical(t, model.ErrorType)
}

// usesGRPC reports whether an error rule of the spec names gRPC codes.
func usesGRPC(spec *schema.Spec) bool {
	for _, p := range spec.Policies {
		for _, list := range [][]schema.Matcher{p.Errors.Stop, p.Errors.Retry} {
			for _, m := range list {
				if _, ok := m.(schema.GRPCMatcher); ok {
					return true
				}
			}
		}
	}
	return false
}

// usesConnectAlone reports whether the status codes of the spec are those of
// Connect clients alone, so that the module of gRPC is not needed. Without
// either they are of gRPC.
func usesConnectAlone(spec *schema.Spec) bool {
	return len(spec.Engines.Connect) > 0 && len(spec.Engines.GRPC) == 0
}

// resolveGRPC resolves gRPC status codes to the constants of the user's own
// gRPC or Connect module.
func (r *resolver) resolveGRPC(m schema.GRPCMatcher) model.Condition {
	c := model.GrpcCondition{Codes: m.Codes, Grpc: !usesConnectAlone(r.spec), Connect: len(r.spec.Engines.Connect) > 0}
	if !c.Grpc {
		return c
	}
	for _, path := range []string{model.GrpcStatusPath, model.GrpcCodesPath} {
		if r.Package(path) == nil {
			r.report(rulePackageNotFound, m.Pointer, true, "gRPC codes need the module google.golang.org/grpc",
				"run: go get google.golang.org/grpc")
			return nil
		}
	}
	return c
}

// typeText returns a type as a reader of the output package would write it.
func (r *resolver) typeText(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == r.output.path {
			return ""
		}
		return p.Name()
	})
}
