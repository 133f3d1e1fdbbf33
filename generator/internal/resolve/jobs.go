package resolve

import (
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

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

// resolveJobs resolves the policies of a job engine.
func (r *resolver) resolveJobs(k *model.Kind, engine *schema.Engine, policies []*model.Policy) model.Engine {
	jobs := &model.Jobs{Kind: k}
	for i, name := range engine.Policies {
		index := slices.IndexFunc(policies, func(p *model.Policy) bool { return p.Name == name })
		if index < 0 {
			continue // the schema says so
		}
		at := engine.Pointer.Key("policies").Index(i)
		p := &model.Job{Policy: policies[index], At: at, Exported: model.ExportedName(name), Types: map[string]string{}}
		p.Local = model.UnexportedName(p.Exported)
		r.claimJobNames(k, p)
		r.reportLosses(k, p)
		jobs.Policies = append(jobs.Policies, p)
	}
	return jobs
}

// claimJobNames takes the names that an engine declares for a policy.
func (r *resolver) claimJobNames(k *model.Kind, p *model.Job) {
	for _, name := range jobNames[k.Name] {
		r.claimExported(p.Exported+name, p.At)
	}
	if k.Name == "river" {
		r.claimExported("New"+p.Exported+"Worker", p.At)
	}
	for _, name := range jobTypes[k.Name] {
		p.Types[name] = r.output.claim(p.Local+name, p.Local+"Retry"+name)
	}
}

// reportLosses reports what a job engine cannot keep of a policy.
func (r *resolver) reportLosses(k *model.Kind, p *model.Job) {
	lose := func(isLost bool, what, hint string) {
		if isLost {
			r.report(ruleEngineLoss, p.At, false, fmt.Sprintf("%s does not keep %s of policy %s", k.System, what, p.Name), hint)
		}
	}
	const apart = "the attempts of a job may be made by different processes"
	lose(p.Quota != nil, "the quota", apart)
	lose(p.Breaker != nil, "the circuit breaker", apart)
	lose(p.WaitBudget != nil, "the bound of the sum of the waits", "attempts, and the longest wait, are bounded")
	lose(p.NestedOnce, "nested: once", apart)
	lose(p.OnFailure.Action == "continue" || p.OnFailure.Action == "fallback", "on_failure", "the job fails")
	lose(p.Backoff.Jitter == policy.Decorrelated, "the chain of the decorrelated waits", "each is drawn from a chain of its own")
	switch k.Name {
	case "asynq":
		lose(p.TotalTimeout > 0, "total_timeout", "give each task asynq.Deadline")
		lose(!wholeSeconds(p), "waits below a second", "asynq keeps times in whole seconds; each wait is rounded up to the next")
	case "river":
		lose(p.TotalTimeout > 0, "total_timeout", "River bounds attempts, and the time of each")
		lose(p.RiverAttempts() != p.MaxAttempts, "the limit of attempts", fmt.Sprintf("River counts to %d; that is the limit", model.MaxRiverAttempts))
	case "temporal":
		r.reportTemporalLosses(p, lose)
	}
}

// lossRows is how many waits are looked at for what an engine rounds.
const lossRows = 64

// wholeSeconds reports whether all waits are whole seconds.
func wholeSeconds(p *model.Job) bool {
	for n := 1; n <= lossRows; n++ {
		shortest, longest := p.Backoff.Bounds(n)
		if shortest != longest || longest%1e9 != 0 {
			return false
		}
	}
	return true
}
