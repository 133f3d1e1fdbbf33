package schema

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/goname"
)

func decodeClient(m decode.Member, s *Spec) *Client {
	o := m.Value.Object("client")
	c := &Client{
		Name:    m.Name,
		Pointer: m.Value.Pointer(),
		Wraps:   goname.Decode(o.Get("wraps")),
		HTTP:    decodeHttpClient(o.Get("http"), s),
	}
	c.Policy = decodePolicyName(o.Get("policy"), s)
	c.Operation = o.Get("operation").Word("")
	c.Error = o.Get("error").Word("")
	o.Get("from")
	c.decodeMethods(o, s)
	c.Children = decodeChildren(o.Get("children"), c.Policy, s)
	c.Fake = decodeFake(o.Get("fake"))
	return c
}

// decodeMethods reads what a mapping says about methods.
func (r *MethodRules) decodeMethods(o decode.Object, s *Spec) {
	for _, m := range o.Get("methods").Members() {
		r.Methods = append(r.Methods, decodeMethod(m, r.Policy, s))
	}
	for _, m := range o.Get("idempotency").Members() {
		r.Idempotency = append(r.Idempotency, MethodIdempotency{m.Name, m.Value.Pointer(), m.Value.Word("")})
	}
}

func decodeMethod(m decode.Member, policy string, s *Spec) Method {
	method := Method{Name: m.Name, Pointer: m.Value.Pointer(), Policy: policy}
	if m.Value.Is(document.Text) {
		method.Policy = decodePolicyName(m.Value, s)
		return method
	}
	o := m.Value.Object("method")
	if n := o.Get("policy"); n.IsSet() {
		method.Policy = decodePolicyName(n, s)
	}
	method.AttemptTimeout = o.Get("attempt_timeout").Bound()
	method.Replayable = o.Get("replayable").Bool(false)
	method.Idempotency = o.Get("idempotency").Word("")
	method.Error = o.Get("error").Word("")
	checkEffect(o, method)
	return method
}

// checkEffect refuses settings of a method that passes through.
func checkEffect(o decode.Object, m Method) {
	if passesThrough(o, m.Policy) {
		refuseIdle(o, "the method has no policy", "name a policy", "attempt_timeout", "replayable", "idempotency", "error")
	}
}

// refuseIdle refuses the keys among names that have no effect.
func refuseIdle(o decode.Object, why, hint string, names ...string) {
	for _, name := range names {
		if m := o.Member(name); m.IsSet() {
			m.ReportKey(decode.NoEffect, name+" has no effect, because "+why, hint)
		}
	}
}
