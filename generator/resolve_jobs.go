package generator

import (
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// jobsModel is the policies that a job engine is given.
type jobsModel struct {
	*engineKind
	policies []*jobPolicy
}

// jobPolicy is a policy for the jobs of an engine.
type jobPolicy struct {
	*policyModel
	at       schema.Pointer
	exported string // what the names that it declares begin with
	local    string // the same for names that are not exported
	types    map[string]string
}

// jobNames are the exported names that an engine declares for a policy, after
// the name of the policy.
var jobNames = map[string][]string{
	"asynq":    {"Handler", "IsFailure", "RetryDelay", "TaskOptions"},
	"river":    {"ClientRetryPolicy", "InsertOpts", "Worker"},
	"temporal": {"ActivityInterceptor", "ActivityOptions", "RetryPolicy"},
}

// jobTypes are the types that an engine declares for a policy without
// exporting them.
var jobTypes = map[string][]string{
	"river":    {"Jobs"},
	"temporal": {"WorkerInterceptor", "ActivityInterceptor"},
}

// packages returns the packages that the code for a job engine may refer to.
func (j *jobsModel) packages() []string {
	return append([]string{"context", "errors", "fmt", "math", "slices", "sync", "time"}, j.imports...)
}

// resolveJobs resolves the policies of a job engine.
func (r *resolver) resolveJobs(k *engineKind, jobs *schema.Engine, policies []*policyModel) engineModel {
	model := &jobsModel{engineKind: k}
	for i, name := range jobs.Policies {
		index := slices.IndexFunc(policies, func(p *policyModel) bool { return p.Name == name })
		if index < 0 {
			continue // the schema says so
		}
		at := jobs.Pointer.Key("policies").Index(i)
		p := &jobPolicy{policyModel: policies[index], at: at, exported: exportedName(name), types: map[string]string{}}
		p.local = unexportedName(p.exported)
		r.claimJobNames(k, p)
		r.reportLosses(k, p)
		model.policies = append(model.policies, p)
	}
	return model
}

// claimJobNames takes the names that an engine declares for a policy.
func (r *resolver) claimJobNames(k *engineKind, p *jobPolicy) {
	for _, name := range jobNames[k.name] {
		r.claimExported(p.exported+name, p.at)
	}
	if k.name == "river" {
		r.claimExported("New"+p.exported+"Worker", p.at)
	}
	for _, name := range jobTypes[k.name] {
		p.types[name] = r.output.claim(p.local+name, p.local+"Retry"+name)
	}
}

// reportLosses reports what a job engine cannot keep of a policy.
func (r *resolver) reportLosses(k *engineKind, p *jobPolicy) {
	lose := func(isLost bool, what, hint string) {
		if isLost {
			r.report(ruleEngineLoss, p.at, false, fmt.Sprintf("%s does not keep %s of policy %s", k.system, what, p.Name), hint)
		}
	}
	const apart = "the attempts of a job may be made by different processes"
	lose(p.Quota != nil, "the quota", apart)
	lose(p.Breaker != nil, "the circuit breaker", apart)
	lose(p.WaitBudget != nil, "the bound of the sum of the waits", "attempts, and the longest wait, are bounded")
	lose(p.NestedOnce, "nested: once", apart)
	lose(p.OnFailure.Action == "continue" || p.OnFailure.Action == "fallback", "on_failure", "the job fails")
	lose(p.Backoff.Jitter == policy.Decorrelated, "the chain of the decorrelated waits", "each is drawn from a chain of its own")
	switch k.name {
	case "asynq":
		lose(p.TotalTimeout > 0, "total_timeout", "give each task asynq.Deadline")
		lose(!p.wholeSeconds(), "waits below a second", "asynq keeps times in whole seconds; each wait is rounded up to the next")
	case "river":
		lose(p.TotalTimeout > 0, "total_timeout", "River bounds attempts, and the time of each")
		lose(p.riverAttempts() != p.MaxAttempts, "the limit of attempts", fmt.Sprintf("River counts to %d; that is the limit", maxRiverAttempts))
	case "temporal":
		r.reportTemporalLosses(p, lose)
	}
}

// lossRows is how many waits are looked at for what an engine rounds.
const lossRows = 64

// wholeSeconds reports whether all waits are whole seconds.
func (p *jobPolicy) wholeSeconds() bool {
	for n := 1; n <= lossRows; n++ {
		shortest, longest := p.Backoff.Bounds(n)
		if shortest != longest || longest%1e9 != 0 {
			return false
		}
	}
	return true
}
