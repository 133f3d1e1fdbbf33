package generator

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// stubsModel is the generated clients of an RPC stack.
type stubsModel struct {
	*engineKind
	stubs []*stubModel
}

// stubModel is a generated RPC client whose calls are retried.
type stubModel struct {
	name    string
	target  string // the client, as the documentation names it
	path    string // the import path of the client
	methods []*stubMethod
	// config is the service config of gRPC that says all of it, or empty.
	config string
}

// stubMethod is a method that is retried.
type stubMethod struct {
	name     string
	constant string // the constant of the stub that has the procedure
	// procedure is "/package.Service/Method".
	procedure string
	policy    *policyModel
}

// packages returns the packages that the code for an RPC stack may refer to.
func (s *stubsModel) packages() []string {
	paths := append([]string{"context", "errors"}, s.imports...)
	for _, stub := range s.stubs {
		paths = append(paths, stub.path)
	}
	return paths
}

// policies returns the policies of the methods of a stub, each once.
func (s *stubModel) policies() []*policyModel {
	var used []*policyModel
	for _, m := range s.methods {
		if !slices.Contains(used, m.policy) {
			used = append(used, m.policy)
		}
	}
	return used
}

// resolveStubs resolves the generated clients of an RPC stack.
func (r *resolver) resolveStubs(k *engineKind, policies []*policyModel) engineModel {
	model := &stubsModel{engineKind: k}
	for _, stub := range k.stubs(r.spec) {
		if m := r.resolveStub(k, stub, policies); m != nil {
			model.stubs = append(model.stubs, m)
		}
	}
	return model
}

// resolveStub resolves one generated client, or reports why it is none and
// returns nil.
func (r *resolver) resolveStub(k *engineKind, stub *schema.Stub, policies []*policyModel) *stubModel {
	at := stub.Pointer.Key("client")
	object := r.lookup(stub.Client, at)
	if object == nil {
		return nil
	}
	methods, isInterface := object.Type().Underlying().(*types.Interface)
	service, isClient := strings.CutSuffix(object.Name(), "Client")
	if _, isType := object.(*types.TypeName); !isType || !isInterface || !isClient {
		r.report(ruleWrongKind, at, false, fmt.Sprintf("%s is not the interface of a generated %s client", object.Name(), k.system), r.declaredAt(object))
		return nil
	}
	s := &stubModel{name: stub.Name, target: object.Pkg().Name() + "." + object.Name(), path: object.Pkg().Path()}
	r.checkStubMethods(stub, methods)
	for i := range methods.NumMethods() {
		f := methods.Method(i)
		if m := r.resolveStubMethod(k, stub, service, f, policies); m != nil {
			s.methods = append(s.methods, m)
		}
	}
	s.claimNames(r, k, stub)
	r.reportStubLosses(k, s, stub)
	return s
}

// reportStubLosses reports what an interceptor cannot keep of the policies.
func (r *resolver) reportStubLosses(k *engineKind, s *stubModel, stub *schema.Stub) {
	for _, p := range s.policies() {
		action := p.OnFailure.Action
		if action == "fallback" || action == "continue" && k.name == "connect" {
			r.report(ruleEngineLoss, stub.Pointer, true, fmt.Sprintf("%s does not keep on_failure of policy %s", k.system, p.Name), "the call fails")
		}
	}
}

// claimNames takes the names that the code for a stub declares.
func (s *stubModel) claimNames(r *resolver, k *engineKind, stub *schema.Stub) {
	if k.name == "connect" {
		r.claimExported(s.name+"Interceptor", stub.Pointer)
		return
	}
	r.claimExported(s.name+"DialOption", stub.Pointer)
	if s.config = s.serviceConfig(); s.config != "" {
		r.claimExported(s.name+"ServiceConfig", stub.Pointer)
		return
	}
	r.claimExported(s.name+"Interceptor", stub.Pointer)
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
func (r *resolver) resolveStubMethod(k *engineKind, stub *schema.Stub, service string, f *types.Func, policies []*policyModel) *stubMethod {
	name, at, isNamed := stub.Policy, stub.Pointer.Key("client"), false
	for _, m := range stub.Methods {
		if m.Name == f.Name() {
			name, at, isNamed = m.Policy, m.Pointer, true
		}
	}
	index := slices.IndexFunc(policies, func(p *policyModel) bool { return p.Name == name })
	switch {
	case index < 0:
		return nil
	case !k.isUnary(f.Signature()) && isNamed:
		r.report(ruleCannotRetry, at, true, fmt.Sprintf("%s is a stream, which no interceptor can repeat", f.Name()), "write none")
		return nil
	case !k.isUnary(f.Signature()):
		return nil
	}
	m := &stubMethod{name: f.Name(), policy: policies[index], constant: service + f.Name() + "Procedure"}
	if k.name == "grpc" {
		m.constant = service + "_" + f.Name() + "_FullMethodName"
	}
	declared, ok := f.Pkg().Scope().Lookup(m.constant).(*types.Const)
	if !ok || declared.Val().Kind() != constant.String {
		r.report(ruleWrongKind, at, false, fmt.Sprintf("%s is no generated %s client: its package has no constant %s", stub.Client.Name, k.system, m.constant), "")
		return nil
	}
	m.procedure = constant.StringVal(declared.Val())
	return m
}

// isUnary reports whether a method of a generated client takes one message and
// returns one.
func (k *engineKind) isUnary(s *types.Signature) bool {
	params := 2
	if k.name == "grpc" {
		params = 3
	}
	if s.Params().Len() != params || s.Variadic() != (k.name == "grpc") || s.Results().Len() != 2 {
		return false
	}
	response, ok := s.Results().At(0).Type().(*types.Pointer)
	if !ok {
		return false
	}
	name := objectOf(response.Elem())
	return name != nil && (name.Pkg().Path() != connectPath || name.Name() == "Response")
}
