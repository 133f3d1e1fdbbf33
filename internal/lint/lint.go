package lint

import (
	"slices"

	base "github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

// rule is something that a policy is checked for.
type rule struct {
	*schema.Rule
	find func(*pass) []finding
}

// rules are all rules. Their order does not matter: findings are sorted.
var rules []rule

// register declares a rule. A rule is one file, which begins with this call: its
// id, whose first digit is the severity, its name, its summary, and its check.
func register(id, name, summary string, find func(*pass) []finding) struct{} {
	rules = append(rules, rule{base.Declare(id, name, summary), find})
	return struct{}{}
}

// IsRule reports whether id is a rule of this package, which a comment can
// suppress.
func IsRule(id string) bool {
	return slices.ContainsFunc(rules, func(r rule) bool { return r.ID == id })
}

// Code is what is known about the Go code that a spec names.
type Code struct {
	// WithoutContext are the policies that are used only by methods without a
	// context, so that nothing can end their attempts.
	WithoutContext []string
}

// Check returns the findings about the policies of a spec that has no errors,
// ordered by place. Comments of the form "# retrygen:ignore RULE reason"
// suppress findings, and are checked themselves.
func Check(spec *schema.Spec, code Code) schema.Diagnostics {
	var found []policyFinding
	for _, of := range spec.Policies {
		p := newPass(spec, of, code)
		for _, r := range rules {
			for _, f := range r.find(p) {
				found = append(found, policyFinding{
					policy:     of.Name,
					Diagnostic: spec.Finding(r.Rule, f.at, f.key, f.message, f.hint),
				})
			}
		}
	}
	kept := suppress(spec, found)
	return kept.Limited()
}

// policyFinding is a finding about a policy.
type policyFinding struct {
	policy string
	schema.Diagnostic
}
