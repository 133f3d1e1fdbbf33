package schema

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/finding"
)

// engines decodes the engines of a spec.
func (d *decoder) engines(n *node, s *Spec) Engines {
	if n == nil {
		return Engines{}
	}
	o := d.object(n, "engines")
	return Engines{
		Temporal: d.engine(o.get("temporal"), s),
		River:    d.engine(o.get("river"), s),
		Asynq:    d.engine(o.get("asynq"), s),
		GRPC:     d.stubs(o.get("grpc"), s),
		Connect:  d.stubs(o.get("connect"), s),
	}
}

func (d *decoder) engine(n *node, s *Spec) *Engine {
	if n == nil {
		return nil
	}
	e := &Engine{Pointer: n.pointer}
	first := make(map[string]*node)
	d.object(n, "engine").each("policies", func(item *node) {
		name := d.enginePolicy(item, s)
		if other := first[name]; other != nil && name != "" {
			d.refuse(RuleNoEffect, item, fmt.Sprintf("policy %s stands on line %d already", finding.Clip(name), other.pos.Line), "remove one of them")
			return
		}
		first[name] = item
		e.Policies = append(e.Policies, name)
	})
	return e
}

// enginePolicy returns the policy that n names; "none" is no policy of an engine.
func (d *decoder) enginePolicy(n *node, s *Spec) string {
	if n.kind == text && n.text == noPolicy {
		d.refuse(RuleUnknownName, n, "an engine has policies, and none is not one", "remove it")
	}
	return d.policyName(n, s)
}

// stubs decodes the generated clients of an RPC stack.
func (d *decoder) stubs(n *node, s *Spec) []*Stub {
	var stubs []*Stub
	for _, m := range d.members(n) {
		stubs = append(stubs, d.stub(m, s))
	}
	return stubs
}

func (d *decoder) stub(m member, s *Spec) *Stub {
	o := d.object(m.value, "stub")
	stub := &Stub{
		Name:    m.name,
		Pointer: m.value.pointer,
		Client:  d.goName(o.get("client")),
		Policy:  d.policyName(o.get("policy"), s),
	}
	retries := stub.Policy != ""
	for _, m := range d.members(o.get("methods")) {
		method := StubMethod{Name: m.name, Pointer: m.value.pointer, Policy: d.policyName(m.value, s)}
		retries = retries || method.Policy != "" || m.value.kind != text || d.IsRejected(m.value.pointer)
		stub.Methods = append(stub.Methods, method)
	}
	if policy := o.get("policy"); !retries && m.value.has("client") && (policy == nil || !d.IsRejected(policy.pointer)) {
		d.Add(RuleNoEffect, m.pos, m.value.pointer, "no method of this client has a policy", "name a policy")
	}
	return stub
}
