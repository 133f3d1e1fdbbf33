package model

import (
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// Classifies reports whether some error is final under the policy.
func (p *Policy) Classifies() bool {
	return len(p.StopConditions) > 0 || p.Otherwise != policy.RetryAll
}

// Policy is a policy to emit.
type Policy struct {
	*policy.Policy
	FuncName                        string // ChargePolicy
	DelayName                       string // chargeDelay
	ThrottlingName                  string // chargeThrottlingDelay
	ClassName                       string // chargeClass
	OutcomeName                     string // chargeOutcome; empty if no method needs it
	StopConditions, RetryConditions []Condition
	// Outcomes are what the spec knows about the outcome of errors, in the order
	// in which it is asked.
	Outcomes []OutcomeRule
	Patterns []Pattern
	// Waits is the function of the user's that computes the waits, and Draw the
	// field of a backoff that has its type; nil is none.
	Waits *types.Func
	Draw  string
	// ErrName and StatusName are the variables of the classification.
	ErrName, StatusName string
}

// OutcomeRule is an outcome and the errors that stand for it.
type OutcomeRule struct {
	Outcome    matcher.Outcome
	Conditions []Condition
}

// Conditions returns all conditions of the policy.
func (p *Policy) Conditions() []Condition {
	all := slices.Concat(p.StopConditions, p.RetryConditions)
	for _, rule := range p.Outcomes {
		all = append(all, rule.Conditions...)
	}
	return all
}

// Pattern is a regular expression that a policy compiles once.
type Pattern struct {
	Name       string // of the variable
	Expression string
}

// AddPattern adds a regular expression to those that the policy compiles.
func (m *Policy) AddPattern(expression string) Condition {
	for i, p := range m.Patterns {
		if p.Expression == expression {
			return TextMatches(i)
		}
	}
	m.Patterns = append(m.Patterns, Pattern{Expression: expression})
	return TextMatches(len(m.Patterns) - 1)
}
