package generator

import (
	"maps"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/schema"
)

// policySet is the policies that a constructor makes. A policy that is used
// more than once is made once and kept in a variable, so that all its users
// share its quota and its breaker.
type policySet struct {
	*emitter
	variables map[*policyModel]string
	quota     string // the variable of the quota of the client, or empty
	body      []jen.Code
}

// policySet returns the set of the given policies, in which a policy stands as
// often as it is used.
func (e *emitter) policySet(used []*policyModel) *policySet {
	s := &policySet{emitter: e, variables: map[*policyModel]string{}}
	names := newScope(e.imports.localNames()...)
	names[nextParam], names[optionsParam] = true, true
	for _, c := range e.file.clients {
		for _, p := range c.typeParams {
			names[p.name] = true
		}
	}
	if e.file.engine != nil {
		maps.Copy(names, engineLocals)
	}
	for _, p := range used {
		names[p.funcName] = true
	}
	if q := clientQuota(used); q != nil {
		s.quota = names.claim("quota", "sharedQuota")
		s.body = append(s.body, jen.Id(s.quota).Op(":=").Add(e.runtime("NewQuota")).Call(e.quotaConfig(q)))
	}
	uses := map[*policyModel]int{}
	for _, p := range used {
		if uses[p]++; uses[p] == 2 {
			variable := names.claim(unexportedName(exportedName(p.Name)), unexportedName(p.funcName))
			s.body = append(s.body, jen.Id(variable).Op(":=").Add(s.made(p)))
			s.variables[p] = variable
		}
	}
	return s
}

// clientQuota returns the quota that policies of one client share, or nil if
// there are no two that do.
func clientQuota(policies []*policyModel) *schema.Quota {
	var first *policyModel
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

// value returns the policy as an expression.
func (s *policySet) value(p *policyModel) *jen.Statement {
	if variable := s.variables[p]; variable != "" {
		return jen.Id(variable)
	}
	return s.made(p)
}

// made returns the call that makes a policy. The caller's options come last,
// so that they win.
func (s *policySet) made(p *policyModel) *jen.Statement {
	options := jen.Id(optionsParam)
	if s.quota != "" && p.Quota != nil && p.Quota.Scope == "client" {
		share := jen.Index().Add(s.runtime("Option")).Values(s.runtime("WithQuota").Call(jen.Id(s.quota)))
		options = jen.Append(share, options.Op("..."))
	}
	return jen.Id(p.funcName).Call(options.Op("..."))
}
