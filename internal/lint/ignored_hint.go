package lint

import (
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

var _ = register("RG219", "ignored-hint", "the policy retries a busy server without honoring its Retry-After", ignoredHint)

// ignoredHint finds policies that retry a busy server, and do not listen to it.
func ignoredHint(p *pass) []finding {
	if p.compiled.Hint.Mode != policy.HintIgnored || p.retries() == 0 || !p.retriesBusy() {
		return nil
	}
	for _, at := range []string{"retry_after/respect", "httpx/respect_retry_after_header"} {
		if written := p.inPolicy(at); p.spec.Has(written) {
			return one(written, "the policy retries a busy server without honoring its Retry-After",
				"honor it, with a bound: retry_after: {max: 20s}")
		}
	}
	return nil
}

// retriesBusy reports whether errors with status 429 or 503 are retried.
func (p *pass) retriesBusy() bool {
	classifier := p.compiled.Classifier()
	return classifier.Verdict(matcher.StatusFailure(429)) != policy.StopAll ||
		classifier.Verdict(matcher.StatusFailure(503)) != policy.StopAll
}
