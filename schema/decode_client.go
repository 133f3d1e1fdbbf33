package schema

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// noPolicy is what a spec writes where a method is to be passed through.
const noPolicy = "none"

func (d *decoder) client(m member, s *Spec) *Client {
	o := d.object(m.value, "client")
	c := &Client{
		Name:    m.name,
		Pointer: m.value.pointer,
		Wraps:   d.goName(o.get("wraps")),
		Policy:  d.policyName(o.get("policy"), s),
		HTTP:    d.httpClient(o.get("http"), s),
	}
	for _, m := range d.members(o.get("methods")) {
		c.Methods = append(c.Methods, d.method(m, c, s))
	}
	return c
}

func (d *decoder) method(m member, c *Client, s *Spec) Method {
	method := Method{Name: m.name, Pointer: m.value.pointer, Policy: c.Policy}
	if m.value.kind == text {
		method.Policy = d.policyName(m.value, s)
		return method
	}
	o := d.object(m.value, "method")
	if n := o.get("policy"); n != nil {
		method.Policy = d.policyName(n, s)
	}
	method.AttemptTimeout = d.bound(o.get("attempt_timeout"))
	method.Replayable = d.truth(o.get("replayable"), false)
	method.Idempotency = d.word(o.get("idempotency"), "")
	d.checkEffect(o, method)
	return method
}

// checkEffect refuses settings of a method that is passed through, and those
// of further attempts where there is only one.
func (d *decoder) checkEffect(o object, m Method) {
	switch {
	case d.passesThrough(o, m.Policy):
		d.refuseIdle(o, "the method has no policy", "name a policy", "attempt_timeout", "replayable", "idempotency")
	case m.Idempotency == "unsafe":
		d.refuseIdle(o, "an unsafe method has one attempt, as the caller made it", "remove one of them", "attempt_timeout", "replayable")
	}
}

// refuseIdle refuses the keys among names that have no effect.
func (d *decoder) refuseIdle(o object, why, hint string, names ...string) {
	for _, name := range names {
		if m := o.node.member(name); m != nil {
			d.Add(RuleNoEffect, m.pos, m.value.pointer, name+" has no effect, because "+why, hint)
		}
	}
}

// policyName returns the policy that n names, or "" for none.
func (d *decoder) policyName(n *node, s *Spec) string {
	name := d.word(n, noPolicy)
	if name == noPolicy {
		return ""
	}
	if s.Policy(name) != nil || !policyPattern().MatchString(name) {
		return name
	}
	names := make([]string, len(s.Policies))
	for i, p := range s.Policies {
		names[i] = p.Name
	}
	hint := "the policies of this spec are " + strings.Join(names[:min(len(names), 20)], ", ")
	if near, ok := d.nearest(name, append(names, noPolicy)); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	d.refuse(RuleUnknownName, n, fmt.Sprintf("there is no policy %s", finding.Quote(name)), hint)
	return ""
}
