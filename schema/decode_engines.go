package schema

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/goname"
)

// decodeEngines decodes the engines of a spec. A job engine has a list of
// policies, an RPC stack has clients by name.
func decodeEngines(n decode.Value, s *Spec) Engines {
	if !n.IsSet() {
		return Engines{}
	}
	e := Engines{Jobs: map[string]*Engine{}, Stubs: map[string][]*Stub{}}
	o := n.Object("engines")
	for _, m := range n.Members() {
		engine := o.Get(m.Name)
		if engine.Member("policies").Is(document.List) {
			e.Jobs[m.Name] = decodeEngine(engine, s)
		} else {
			e.Stubs[m.Name] = decodeStubs(engine, s)
		}
	}
	return e
}

func decodeEngine(n decode.Value, s *Spec) *Engine {
	e := &Engine{Pointer: n.Pointer()}
	first := make(map[string]decode.Value)
	n.Object("engine").Each("policies", func(item decode.Value) {
		name := decodeEnginePolicy(item, s)
		if other := first[name]; other.IsSet() && name != "" {
			item.Reject(decode.NoEffect, fmt.Sprintf("policy %s stands on line %d already", finding.Clip(name), other.Position().Line), "remove one of them")
			return
		}
		first[name] = item
		e.Policies = append(e.Policies, name)
	})
	return e
}

// decodeEnginePolicy returns the policy that n names; "none" is no policy of an engine.
func decodeEnginePolicy(n decode.Value, s *Spec) string {
	if n.Is(document.Text) && n.Text() == noPolicy {
		n.Reject(decode.UnknownName, "an engine has policies, and none is not one", "remove it")
	}
	return decodePolicyName(n, s)
}

// decodeStubs decodes the generated clients of an RPC stack.
func decodeStubs(n decode.Value, s *Spec) []*Stub {
	var stubs []*Stub
	for _, m := range n.Members() {
		stubs = append(stubs, decodeStub(m, s))
	}
	return stubs
}

func decodeStub(m decode.Member, s *Spec) *Stub {
	o := m.Value.Object("stub")
	stub := &Stub{
		Name:    m.Name,
		Pointer: m.Value.Pointer(),
		Client:  goname.Decode(o.Get("client")),
		Service: o.Get("service").Word(""),
		Policy:  decodePolicyName(o.Get("policy"), s),
	}
	retries := stub.Policy != ""
	for _, m := range o.Get("methods").Members() {
		method := StubMethod{Name: m.Name, Pointer: m.Value.Pointer(), Policy: decodePolicyName(m.Value, s)}
		retries = retries || method.Policy != "" || !m.Value.Is(document.Text) || m.Value.IsRejected()
		stub.Methods = append(stub.Methods, method)
	}
	if policy := o.Get("policy"); !retries && (m.Value.Has("client") || m.Value.Has("service")) && (!policy.IsSet() || !policy.IsRejected()) {
		m.Value.ReportKey(decode.NoEffect, "no method of this client has a policy", "name a policy")
	}
	return stub
}
