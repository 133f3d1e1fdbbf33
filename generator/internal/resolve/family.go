package resolve

import (
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// resolveFamily resolves the methods of a client and of the clients that it
// returns, which share its policies.
func (r *resolver) resolveFamily(c *schema.Client, m *model.Client, wrapped wrappedType, policies []*model.Policy) {
	before := len(r.findings)
	rules := &methodRules{MethodRules: &c.MethodRules, at: c.Pointer, target: m.Target, declared: r.declaredAt(m.Wrapped)}
	f := newFamily(r, c, m, rules, wrapped)
	if c.Children != nil {
		f.find()
		f.nameMembers()
		f.reportUnwrapped()
	}
	missed := f.resolveMembers(policies)
	f.checkFallbacks()
	r.resolveFallback(m)
	nameFields(f.clients())
	f.checkAllRules()
	if r.findings[before:].HasErrors() {
		return
	}
	reached, all := 0, 0
	for _, client := range f.clients() {
		reached, all = reached+reachedMethods(client), all+len(client.Methods)
	}
	r.checkReach(c, reached, all, missed)
}

// clients returns the models of the members.
func (f *family) clients() []*model.Client {
	all := make([]*model.Client, len(f.members))
	for i, m := range f.members {
		all[i] = m.model
	}
	return all
}

// resolveMembers resolves the methods of all members, and returns those that
// their policies miss.
func (f *family) resolveMembers(policies []*model.Policy) []missedMethod {
	root := f.members[0].model
	var missed []missedMethod
	for _, m := range f.members {
		methods := &methodResolver{
			resolver: f.resolver, client: f.client, rules: m.rules, model: m.model, policies: policies,
			fields: &root.Fields, returns: m.returns,
		}
		methods.resolve(m.methods)
		for _, method := range methods.missed {
			method.name = f.path(m, method.name)
			missed = append(missed, method)
		}
	}
	if len(f.members) == 1 && root.MakeFunc == "" {
		return missed
	}
	root.PoliciesType = f.output.claim(model.UnexportedName(root.Name)+"Policies", model.UnexportedName(root.Name)+"RetryPolicies")
	for _, m := range f.members[1:] {
		m.model.Root = root
		m.model.TypeParams = slices.Clone(root.TypeParams)
		m.model.Fields = usedFields(m.model)
		root.Children = append(root.Children, m.model)
	}
	return missed
}

// usedFields returns the policies that the methods of a client follow.
func usedFields(c *model.Client) []*model.PolicyField {
	var used []*model.PolicyField
	for _, m := range c.Methods {
		if m.Field != nil && !slices.Contains(used, m.Field) {
			used = append(used, m.Field)
		}
	}
	return used
}

// checkAllRules checks the rules of all members, each once.
func (f *family) checkAllRules() {
	var checked []*methodRules
	for _, m := range f.members {
		if slices.Contains(checked, m.rules) {
			continue
		}
		checked = append(checked, m.rules)
		f.checkRules(m.rules)
		f.checkErrorMethods(m.rules)
	}
}

// resolveFallback names the interface of what answers when policies of a client
// give up, if one of them asks for it.
func (r *resolver) resolveFallback(c *model.Client) {
	for _, m := range c.Methods {
		m.AsksFallback = m.Field != nil && m.Field.Policy.OnFailure.Action == "fallback"
		if m.AsksFallback && c.Fallback == "" {
			c.Fallback = r.output.claim(c.Name+"Fallback", c.Name+"OnFailure")
		}
	}
}

// checkFallbacks reports methods whose policies ask for a fallback that nobody
// could set, because their client is made by a call.
func (f *family) checkFallbacks() {
	for _, m := range f.members[1:] {
		for _, method := range m.model.Methods {
			if method.Field == nil || method.Field.Policy.OnFailure.Action != "fallback" {
				continue
			}
			f.report(ruleCannotRetry, m.rules.at, true,
				fmt.Sprintf("%s cannot follow policy %s: no constructor takes the fallback of a client that a method returns",
					f.path(m, method.Name), method.Field.Policy.Name), "give it a policy without a fallback")
			return
		}
	}
}
