package resolve

import (
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// hasUnsafeMethod reports whether a method that must not be repeated follows a
// policy.
func (r *resolver) hasUnsafeMethod(policy string) bool {
	return slices.ContainsFunc(r.spec.Clients, func(c *schema.Client) bool {
		return slices.ContainsFunc(c.Rules(), func(rules *schema.MethodRules) bool { return rules.Says("unsafe", policy) })
	})
}

// resolveOutcomes resolves what the matchers of the policy say about the outcome
// of errors. What the spec itself says to be unknown comes first, because it
// overrides what the runtime knows.
func (c conditions) resolveOutcomes(base string) {
	lists := slices.Concat(c.policy.Stop, c.policy.Retry)
	said := slices.DeleteFunc(slices.Clone(lists), func(m schema.Matcher) bool { return !matcher.SaysOutcome(m) })
	c.addOutcome(matcher.Unknown, said)
	c.addOutcome(matcher.NotSent, lists)
	c.addOutcome(matcher.Undone, lists)
	if len(c.policy.Outcomes) > 0 {
		c.policy.OutcomeName = c.output.claim(base+"Outcome", base+"ErrorOutcome")
	}
}

// addOutcome adds the errors of matchers that stand for an outcome.
func (c conditions) addOutcome(o matcher.Outcome, matchers []schema.Matcher) {
	var parts []schema.Matcher
	for _, m := range matchers {
		if part := matcher.With(o, m); part != nil {
			parts = append(parts, part)
		}
	}
	if found := c.resolveAll(parts); len(found) > 0 {
		c.policy.Outcomes = append(c.policy.Outcomes, model.OutcomeRule{Outcome: o, Conditions: found})
	}
}
