package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// stubs returns the code for an RPC stack.
func (e *emitter) stubs(s *model.Stubs) []jen.Code {
	var all []jen.Code
	for _, stub := range s.Stubs {
		switch {
		case s.Name == "connect":
			all = append(all, e.connectInterceptor(stub))
		case stub.Config != "":
			all = append(all, e.grpcConfigOption(stub), e.grpcServiceConfig(stub))
		default:
			all = append(all, e.grpcInterceptorOption(stub), e.grpcInterceptor(stub))
		}
	}
	return all
}

// stubBehavior says which methods follow which policies.
func stubBehavior(s *model.Stub) string {
	var items []string
	for _, p := range s.Policies() {
		var names []string
		for _, m := range s.Methods {
			if m.Policy == p {
				names = append(names, m.Name)
			}
		}
		verb := "follow"
		if len(names) == 1 {
			verb = "follows"
		}
		items = append(items, fmt.Sprintf("%s%s %s policy %s.", listMark, joinWords(names), verb, p.Name))
	}
	return strings.Join(append(items, listMark+"All other methods, and streams, pass through."), "\n")
}

// joinWords returns "a, b and c".
func joinWords(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// stubPolicies returns the policies of a stub, each in a variable: the
// interceptor uses them for every call.
func (e *emitter) stubPolicies(s *model.Stub) *policySet {
	used := s.Policies()
	return e.policySet(append(used, slices.Clone(used)...))
}

// choosePolicy returns the statements that choose the policy of a procedure,
// and return what otherwise says if it has none.
func (e *emitter) choosePolicy(s *model.Stub, set *policySet, procedure, otherwise jen.Code) []jen.Code {
	var cases []jen.Code
	for _, p := range s.Policies() {
		var constants []jen.Code
		for _, m := range s.Methods {
			if m.Policy == p {
				constants = append(constants, e.qualified(s.Path, m.Constant))
			}
		}
		cases = append(cases, jen.Case(constants...).Block(jen.Id("policy").Op("=").Add(set.value(p))))
	}
	cases = append(cases, jen.Default().Block(jen.Return(otherwise)))
	return []jen.Code{
		jen.Var().Id("policy").Op("*").Add(e.runtime("Policy")),
		jen.Switch(procedure).Block(cases...),
	}
}

// retryLoop returns the statements that make a call under the policy.
func retryLoop(procedure jen.Code, attempt ...jen.Code) []jen.Code {
	call := jen.Id("call")
	return []jen.Code{
		call.Clone().Op(":=").Id("policy").Dot("Start").Call(jen.Id("ctx"), procedure),
		jen.Defer().Add(call.Clone()).Dot("Stop").Call(),
		jen.For(call.Clone().Dot("Again").Call()).Block(attempt...),
	}
}

// pushbackKey is the metadata by which a server says when to retry (gRFC A6).
const pushbackKey = "grpc-retry-pushback-ms"

// tried returns the statement that notes the error of an attempt, and what the
// server says about a retry.
func (e *emitter) tried(pushback jen.Code) jen.Code {
	return jen.Id("call").Dot("Tried").Call(e.runtime("Pushback").Call(jen.Id("err"), pushback))
}
