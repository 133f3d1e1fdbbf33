package model

import (
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// Jobs is the policies that a job engine is given.
type Jobs struct {
	*Kind
	Policies []*Job
}

// Job is a policy for the jobs of an engine.
type Job struct {
	*Policy
	At       schema.Pointer
	Exported string // what the names of its declarations contain
}

// Declarations returns the declarations for all policies.
func (j *Jobs) Declarations() []Declaration {
	var all []Declaration
	for _, p := range j.Policies {
		all = append(all, j.Job.Declare(p)...)
	}
	return all
}

// Packages returns the packages that the code for a job engine may refer to.
func (j *Jobs) Packages() []string { return append([]string{"math", "time"}, j.Imports...) }

// Made returns the call that makes the policy with the caller's options.
func (p *Job) made() Expression {
	return Call{Local(p.FuncName), []Expression{Spread{Local(OptionsParam)}}}
}

// Losses returns what the engine does not keep of the policy.
func (j *Jobs) Losses(p *Job) []Loss {
	const apart = "the attempts of a job may be made by different processes"
	var losses []Loss
	lose := func(isLost bool, part, hint string) {
		if isLost {
			losses = append(losses, p.loses(j.System, part, hint))
		}
	}
	lose(p.Quota != nil, "the quota", apart)
	lose(p.Breaker != nil, "the circuit breaker", apart)
	lose(p.WaitBudget != nil, "the bound of the sum of the waits", "attempts, and the longest wait, are bounded")
	lose(p.NestedOnce, "nested: once", apart)
	lose(p.OnFailure.Action == "continue" || p.OnFailure.Action == "fallback", "on_failure", "the job fails")
	lose(p.Backoff.Jitter == policy.Decorrelated || p.Draw == "Decorrelated", "the chain of the decorrelated waits", "each is drawn from a chain of its own")
	return append(losses, j.Job.Losses(p)...)
}
