package resolve

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/idempotency"
	"github.com/retrygen/retrygen/schema"
)

// resolveStubs resolves the generated clients of an RPC stack.
func (r *resolver) resolveStubs(k *model.Kind, policies []*model.Policy) model.Engine {
	all := &model.Stubs{Kind: k}
	for _, stub := range r.spec.Engines.Stubs[k.Name] {
		if m := r.resolveStub(k, stub, policies); m != nil {
			all.Stubs = append(all.Stubs, m)
		}
	}
	return all
}

// resolveStub resolves one generated client, or reports why it is none and
// returns nil.
func (r *resolver) resolveStub(k *model.Kind, stub *schema.Stub, policies []*model.Policy) *model.Stub {
	at := stub.Pointer.Key("client")
	if stub.Service != "" {
		r.report(ruleWrongKind, stub.Pointer.Key("service"), true, fmt.Sprintf("%s has no Go client yet, which the generated code needs", stub.Service),
			"write client, with the interface of the generated client, in place of service")
	}
	object := r.lookupStub(stub)
	if object == nil {
		return nil
	}
	methods, isInterface := object.Type().Underlying().(*types.Interface)
	service, isClient := strings.CutSuffix(object.Name(), "Client")
	if _, isType := object.(*types.TypeName); !isType || !isInterface || !isClient {
		r.report(ruleWrongKind, at, false, fmt.Sprintf("%s is not the interface of a generated %s client", object.Name(), k.System), r.declaredAt(object))
		return nil
	}
	s := &model.Stub{Name: stub.Name, Target: object.Pkg().Name() + "." + object.Name(), Path: object.Pkg().Path()}
	r.checkStubMethods(stub, methods)
	for i := range methods.NumMethods() {
		f := methods.Method(i)
		if m := r.resolveStubMethod(k, stub, service, f, policies); m != nil {
			s.Methods = append(s.Methods, m)
		}
	}
	for _, d := range k.Stub.Declare(s) {
		r.claimExported(d.DeclaredName(), stub.Pointer)
	}
	for _, p := range s.Policies() {
		for _, loss := range k.Stub.Losses(p) {
			r.report(ruleEngineLoss, stub.Pointer, true, loss.Message, loss.Hint)
		}
	}
	return s
}

// lookupStub returns the declaration of a generated client, or nil.
func (r *resolver) lookupStub(stub *schema.Stub) types.Object {
	if stub.Service != "" {
		return nil
	}
	return r.lookup(stub.Client, stub.Pointer.Key("client"))
}

// checkStubMethods reports the methods of the spec that the client does not have.
func (r *resolver) checkStubMethods(stub *schema.Stub, methods *types.Interface) {
	var names []string
	for f := range methods.Methods() {
		names = append(names, f.Name())
	}
	for _, m := range stub.Methods {
		if slices.Contains(names, m.Name) {
			continue
		}
		hint := "the methods are " + strings.Join(names[:min(len(names), 20)], ", ")
		if near, ok := schema.Nearest(m.Name, names); ok {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		r.report(ruleMethodNotFound, m.Pointer, true, fmt.Sprintf("%s has no method %s", stub.Client.Name, m.Name), hint)
	}
}

// resolveStubMethod resolves a method of a generated client; nil if it is
// passed through.
func (r *resolver) resolveStubMethod(k *model.Kind, stub *schema.Stub, service string, f *types.Func, policies []*model.Policy) *model.StubMethod {
	name, at, isNamed := stub.Policy, stub.Pointer.Key("client"), false
	for _, m := range stub.Methods {
		if m.Name == f.Name() {
			name, at, isNamed = m.Policy, m.Pointer, true
		}
	}
	index := slices.IndexFunc(policies, func(p *model.Policy) bool { return p.Name == name })
	switch {
	case index < 0:
		return nil
	case !isUnary(k, f.Signature()) && isNamed:
		r.report(ruleCannotRetry, at, true, fmt.Sprintf("%s is a stream, which no interceptor can repeat", f.Name()), "write none")
		return nil
	case !isUnary(k, f.Signature()):
		return nil
	}
	m := &model.StubMethod{Name: f.Name(), Policy: policies[index], Constant: k.Stub.Constant(service, f.Name())}
	if !findProcedure(m, f.Pkg().Scope(), k, service) {
		r.report(ruleWrongKind, at, false, fmt.Sprintf("%s is no generated %s client: its package has no constant %s", stub.Client.Name, k.System, m.Constant), "")
		return nil
	}
	if !isNamed && idempotency.IsCreating(m.Name) && m.Policy.RetriesUnknown() {
		r.report(ruleUndeclared, stub.Pointer.Key("policy"), false,
			fmt.Sprintf("%s creates something, and is retried: nothing says that a repetition is safe", m.Name),
			fmt.Sprintf("write methods: {%[1]s: %[2]s} if it is, else methods: {%[1]s: none}", m.Name, name))
	}
	return m
}

// findProcedure finds the full name of a method in the package of its client, or
// what describes its service, and reports whether there is one of them.
func findProcedure(m *model.StubMethod, scope *types.Scope, k *model.Kind, service string) bool {
	declared, ok := scope.Lookup(m.Constant).(*types.Const)
	if ok && declared.Val().Kind() == constant.String {
		m.Procedure = constant.StringVal(declared.Val())
		return true
	}
	if k.Stub.Descriptor == nil {
		return false
	}
	name := k.Stub.Descriptor(service)
	described, ok := scope.Lookup(name).(*types.Var)
	if !ok || types.TypeString(described.Type(), nil) != "google.golang.org/grpc.ServiceDesc" {
		return false
	}
	m.Constant, m.Descriptor = "", name
	return true
}

// isUnary reports whether a method of a generated client takes one message and
// returns one.
func isUnary(k *model.Kind, s *types.Signature) bool {
	params := 2
	if k.Stub.IsVariadic {
		params = 3
	}
	if s.Params().Len() != params || s.Variadic() != k.Stub.IsVariadic || s.Results().Len() != 2 {
		return false
	}
	response, ok := s.Results().At(0).Type().(*types.Pointer)
	if !ok {
		return false
	}
	name := model.ObjectOf(response.Elem())
	return name != nil && (name.Pkg().Path() != k.Stub.Response.Path || name.Name() == k.Stub.Response.Name)
}
