package emit

import (
	"maps"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// policySet is the policies that a constructor makes. A policy that is used
// more than once is made once and kept in a variable, so that all its users
// share its quota and its breaker.
type policySet struct {
	*emitter
	variables map[*model.Policy]string
	// quota and breaker are the variables of the quota and of the breaker of the
	// client, or empty.
	quota, breaker string
	body           []jen.Code
}

// policySet returns the set of the given policies, in which a policy stands as
// often as it is used.
func (e *emitter) policySet(used []*model.Policy) *policySet {
	s := &policySet{emitter: e, variables: map[*model.Policy]string{}}
	names := model.NewScope(e.imports.LocalNames()...)
	names[model.NextParam], names[model.FallbackParam], names[model.OptionsParam] = true, true, true
	for _, c := range e.file.Clients {
		for _, p := range c.TypeParams {
			names[p.Name] = true
		}
	}
	if e.file.Engine != nil {
		maps.Copy(names, model.EngineLocals)
	}
	for _, p := range used {
		names[p.FuncName] = true
	}
	if q := clientQuota(used); q != nil {
		s.quota = names.Claim("quota", "sharedQuota")
		s.body = append(s.body, jen.Id(s.quota).Op(":=").Add(e.runtime("NewQuota")).Call(e.quotaConfig(q)))
	}
	if b := clientBreaker(used); b != nil {
		s.breaker = names.Claim("breaker", "sharedBreaker")
		s.body = append(s.body, jen.Id(s.breaker).Op(":=").Add(e.breakerOf(b)))
	}
	uses := map[*model.Policy]int{}
	for _, p := range used {
		if uses[p]++; uses[p] == 2 {
			variable := names.Claim(model.UnexportedName(model.ExportedName(p.Name)), model.UnexportedName(p.FuncName))
			s.body = append(s.body, jen.Id(variable).Op(":=").Add(s.made(p)))
			s.variables[p] = variable
		}
	}
	return s
}

// clientQuota returns the quota that policies of one client share, or nil if
// there are no two that do.
func clientQuota(policies []*model.Policy) *schema.Quota {
	var first *model.Policy
	for _, p := range policies {
		switch {
		case p.Quota == nil || p.Quota.Scope != "client":
		case first == nil:
			first = p
		case p != first:
			return p.Quota
		}
	}
	return nil
}

// clientBreaker returns the circuit breaker that policies of one client share, or
// nil if there are no two that do.
func clientBreaker(policies []*model.Policy) *schema.CircuitBreaker {
	var first *model.Policy
	for _, p := range policies {
		switch {
		case p.Breaker == nil || p.Breaker.Scope != "client":
		case first == nil:
			first = p
		case p != first:
			return p.Breaker
		}
	}
	return nil
}

// value returns the policy as an expression.
func (s *policySet) value(p *model.Policy) *jen.Statement {
	if variable := s.variables[p]; variable != "" {
		return jen.Id(variable)
	}
	return s.made(p)
}

// made returns the call that makes a policy. The caller's options come last,
// so that they win.
func (s *policySet) made(p *model.Policy) *jen.Statement {
	options := jen.Id(model.OptionsParam)
	var shared []jen.Code
	if s.quota != "" && p.Quota != nil && p.Quota.Scope == "client" {
		shared = append(shared, s.runtime("WithQuota").Call(jen.Id(s.quota)))
	}
	if s.breaker != "" && p.Breaker != nil && p.Breaker.Scope == "client" {
		shared = append(shared, s.runtime("WithBreaker").Call(jen.Id(s.breaker)))
	}
	if len(shared) > 0 {
		options = jen.Append(jen.Index().Add(s.runtime("Option")).Values(shared...), options.Op("..."))
	}
	return jen.Id(p.FuncName).Call(options.Op("..."))
}
