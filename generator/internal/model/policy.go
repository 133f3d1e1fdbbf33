package model

import (
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
	StopConditions, RetryConditions []Condition
	Patterns                        []Pattern
	// errName and statusName are the variables of the classification.
	ErrName, StatusName string
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
