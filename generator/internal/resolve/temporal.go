package resolve

import (
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/policy"
)

// reportTemporalLosses reports what a RetryPolicy of Temporal cannot say.
func (r *resolver) reportTemporalLosses(p *model.Job, lose func(bool, string, string)) {
	const drawn = "the worker's interceptor sets each wait after an error; after a timeout of the server it is "
	t := p.TemporalRetry()
	hint := drawn + model.Duration(t.Initial) + ", the same each time"
	if t.Coefficient > 1 {
		hint = drawn + model.Duration(t.Initial) + ", growing to " + model.Duration(t.Maximum)
	}
	hasJitter := p.Backoff.Jitter != policy.NoJitter
	lose(hasJitter, "the jitter", hint)
	lose(!hasJitter && !t.IsExact, "the waits", hint)
	if p.AttemptTimeout == 0 && p.TotalTimeout == 0 {
		r.report(ruleEngineLoss, p.At, false, "Temporal starts no activity without a timeout, and policy "+p.Name+" has none",
			"write attempt_timeout, or set StartToCloseTimeout where the options are used")
	}
}
