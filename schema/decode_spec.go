package schema

import (
	"fmt"
	"strings"
)

// maxMembers bounds the policies and the clients of a spec.
const maxMembers = 1000

// spec decodes the whole document.
func (d *decoder) spec() *Spec {
	d.graft()
	o := d.object(d.root, "")
	s := &Spec{Name: d.name, document: newDocument(d.name, d.root)}
	s.document.origins = d.origins
	s.document.addMembers(d.followed)
	o.get("$schema")
	o.get("version")
	s.Package = d.packageName(o.get("package"))
	s.Output = d.output(o.get("output"))
	s.CopyRuntime = d.copyRuntime(o, s.Output)
	for _, m := range d.members(o.get("policies")) {
		s.Policies = append(s.Policies, d.policy(m))
	}
	for _, m := range d.members(o.get("clients")) {
		s.Clients = append(s.Clients, d.client(m, s))
	}
	s.Engines = d.engines(o.get("engines"), s)
	s.Layers = d.layers(o.get("layers"))
	s.document.directives = d.directives(s.document)
	d.checkNames(s)
	d.checkQuotas(s)
	d.checkAllowedMethods(s)
	return s
}

// copyRuntime reports whether the output is to have a runtime of its own,
// which needs a directory to stand in.
func (d *decoder) copyRuntime(o object, output string) bool {
	n := o.get("runtime")
	if d.word(n, "") != "copy" {
		return false
	}
	if name := o.get("output"); !strings.HasSuffix(output, "/") && (name == nil || !d.IsRejected(name.pointer)) {
		d.refuse(RuleContradiction, n, "a copy of the runtime needs an output directory", "write an output that ends in /, such as output: client/")
	}
	return true
}

// members returns the members of a mapping of policies or clients.
func (d *decoder) members(n *node) []member {
	if n == nil {
		return nil
	}
	if n.kind != mapping {
		d.doubt(n)
		return nil
	}
	if len(n.members) > maxMembers {
		d.refuse(RuleLimit, n, fmt.Sprintf("there are more than %d members", maxMembers), "split the spec into several files")
		return nil
	}
	return n.members
}

// dialect is a kind of dialect block.
type dialect struct {
	name   string
	decode func(*decoder, *node, Fidelity) Dialect
}

// dialects are the dialect blocks that a policy can have.
var dialects = []dialect{
	{"exosphere", (*decoder).exosphere},
	{"prodigy", (*decoder).prodigy},
	{"temporal", (*decoder).temporal},
	{"httpx", (*decoder).httpx},
	{"smithy", (*decoder).smithy},
}

func dialectNames() []string {
	names := make([]string, len(dialects))
	for i, d := range dialects {
		names[i] = d.name
	}
	return names
}

func (d *decoder) policy(m member) *Policy {
	o := d.object(m.value, "policy")
	p := &Policy{
		Name:           m.name,
		Pointer:        m.value.pointer,
		Description:    d.description(o.get("description")),
		Fidelity:       Fidelity(d.word(o.get("fidelity"), string(Documented))),
		AttemptTimeout: d.bound(o.get("attempt_timeout")),
		TotalTimeout:   d.bound(o.get("total_timeout")),
		Errors:         d.errors(o.get("errors")),
		RetryAfter:     d.retryAfter(o.get("retry_after")),
		Quota:          d.quota(o.get("quota")),
		CircuitBreaker: d.circuitBreaker(o.get("circuit_breaker")),
		NestedOnce:     d.word(o.get("nested"), "allow") == "once",
	}
	for _, dialect := range dialects {
		if n := o.get(dialect.name); n != nil {
			decoded := dialect.decode(d, n, p.Fidelity)
			if p.Dialect == nil {
				p.Dialect = decoded
			}
		}
	}
	d.checkUnused(p, m.value)
	return p
}

// description returns the text n, which becomes a comment in the output. The
// file cannot hide characters from its readers; neither may its escapes.
func (d *decoder) description(n *node) string {
	description := d.word(n, "")
	for _, c := range description {
		if c != '\n' && c != '\t' && isHidden(c) {
			d.refuse(RuleEncoding, n, fmt.Sprintf("the description has the character U+%04X, which cannot be seen", c), "remove it")
			return ""
		}
	}
	return description
}

func (d *decoder) retryAfter(n *node) *RetryAfter {
	if n == nil {
		return nil
	}
	o := d.object(n, "retryAfter")
	r := &RetryAfter{
		Respect: d.truth(o.get("respect"), true),
		Max:     d.bound(o.get("max")),
	}
	if m := n.member("max"); m != nil && !r.Respect {
		d.Add(RuleUnusedBound, m.pos, m.value.pointer,
			"max has no effect, because respect is false", "remove one of them")
	}
	return r
}
