package lint

import (
	"slices"

	"github.com/retrygen/retrygen/schema"
)

// rule is something that a policy is judged by.
type rule struct {
	id   string // one of schema.Rules; its first digit is the severity
	find func(*subject) []finding
}

// rules are asked in this order; findings are sorted by place afterwards.
var rules = []rule{
	{schema.RuleUnreachableRetry, unreachableRetry},
	{schema.RuleAttemptOutlasts, attemptOutlastsCall},
	{schema.RuleRetriedAndStopped, retriedAndStopped},
	{schema.RuleDeadMatcher, deadMatcher},
	{schema.RuleNoJitter, noJitter},
	{schema.RuleNoBound, noBound},
	{schema.RuleNoAttemptTimeout, noAttemptTimeout},
	{schema.RuleLongWait, longWait},
	{schema.RuleNoGrowth, noGrowth},
	{schema.RuleIdleKey, idleKey},
	{schema.RuleNoWait, noWait},
	{schema.RuleWorstCall, worstCall},
	{schema.RuleCustomDelays, customDelays},
	{schema.RuleIgnoredHint, ignoredHint},
	{schema.RuleTextMatch, textMatch},
	{schema.RuleOwnDeadline, ownDeadline},
	{schema.RuleRedundantMatcher, redundantMatcher},
	{schema.RuleAmplification, amplification},
	{schema.RuleJitterBeyond, jitterBeyondWait},
	{schema.RuleSmallQuota, smallQuota},
	{schema.RuleUnsafeRetry, unsafeRetry},
	{schema.RuleReplayedAnswer, replayedAnswer},
	{schema.RuleUnretriedRequest, unretriedRequest},
	{schema.RuleUnboundedHint, unboundedHint},
	{schema.RuleCapUnreached, capNeverReached},
	{schema.RuleShortOutage, shortOutage},
	{schema.RuleNearZeroWait, nearZeroWait},
	{schema.RuleNoJitterThere, noJitterThere},
	{schema.RuleNoQuota, noQuota},
	{schema.RuleDifference, differences},
}

// IsRule reports whether id is a rule by which [Judge] judges policies, which a
// comment can silence.
func IsRule(id string) bool {
	return slices.ContainsFunc(rules, func(r rule) bool { return r.id == id })
}

// Code is what is known of the Go code that a spec names.
type Code struct {
	// WithoutContext are the policies that only methods follow that take no
	// context, so that nothing can end their attempts.
	WithoutContext []string
}

// Judge returns what is to say about the policies of a spec that
// [schema.Load] has found no error in, ordered by place. Comments of the form
// "# retrygen:ignore RULE reason" are obeyed, and judged themselves.
func Judge(spec *schema.Spec) schema.Diagnostics { return JudgeWith(spec, Code{}) }

// JudgeWith is [Judge] with what is known of the Go code.
func JudgeWith(spec *schema.Spec, code Code) schema.Diagnostics {
	var found []verdict
	for _, p := range spec.Policies {
		s := newSubject(spec, p, code)
		for _, r := range rules {
			for _, f := range r.find(s) {
				found = append(found, verdict{
					policy:     p.Name,
					Diagnostic: spec.Finding(r.id, f.at, f.key, f.message, f.hint),
				})
			}
		}
	}
	judged := silence(spec, found)
	judged.Sort()
	return judged
}

// verdict is a finding about a policy.
type verdict struct {
	policy string
	schema.Diagnostic
}
