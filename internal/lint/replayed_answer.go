package lint

import (
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

var _ = register("RG227", "replayed-answer", "the policy retries an answer that servers repeat for the same key", replayedAnswer)

// replayedAnswer finds status 500 among what a policy lists as retried and what
// is sent with a key: servers that know keys keep the first answer to one, also
// if it was a 500, and repeat it.
func replayedAnswer(p *pass) []finding {
	if p.compiled.MaxAttempts == 1 || !p.isKeyed() {
		return nil
	}
	for _, t := range matcher.Terms(p.compiled.Retry) {
		if t.Statuses.Low <= 500 && 500 <= t.Statuses.High && p.isListed(t) {
			return one(t.At, fmt.Sprintf("%s is retried with the same key, and a server that stores keys repeats its first 500", t),
				"retry 502 to 504, or make a new call with a new key")
		}
	}
	return nil
}

// isKeyed reports whether attempts under the policy carry a key.
func (p *pass) isKeyed() bool {
	return slices.ContainsFunc(p.spec.Clients, func(c *schema.Client) bool {
		isKeyed := func(policy, idempotency string) bool { return policy == p.policy.Name && idempotency == "keyed" }
		if c.HTTP != nil {
			return isKeyed(c.HTTP.Policy, c.HTTP.Idempotency) ||
				slices.ContainsFunc(c.HTTP.Routes, func(r schema.HTTPRoute) bool { return isKeyed(r.Policy, r.Idempotency) })
		}
		return slices.ContainsFunc(c.Rules(), func(r *schema.MethodRules) bool { return r.Says("keyed", p.policy.Name) })
	})
}
