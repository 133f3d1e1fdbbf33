package resolve

import (
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// resolveJobs resolves the policies of a job engine.
func (r *resolver) resolveJobs(k *model.Kind, engine *schema.Engine, policies []*model.Policy) model.Engine {
	jobs := &model.Jobs{Kind: k}
	for i, name := range engine.Policies {
		index := slices.IndexFunc(policies, func(p *model.Policy) bool { return p.Name == name })
		if index < 0 {
			continue // package schema reports it
		}
		at := engine.Pointer.Key("policies").Index(i)
		p := &model.Job{Policy: policies[index], At: at, Exported: model.ExportedName(name)}
		for _, d := range k.Job.Declare(p) {
			r.claimExported(d.DeclaredName(), at)
		}
		for _, loss := range jobs.Losses(p) {
			r.report(ruleEngineLoss, at, false, loss.Message, loss.Hint)
		}
		jobs.Policies = append(jobs.Policies, p)
	}
	return jobs
}
