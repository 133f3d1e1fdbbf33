package lint

import (
	"fmt"
	"slices"
	"strings"
)

var _ = register("RG228", "unretried-request", "a route gives a policy to requests that it does not retry", unretriedRequest)

// unretriedRequest finds routes whose requests the policy does not retry: none
// of their methods is among those that it retries, and no key is minted for
// them. Only the caller's own key could help.
func unretriedRequest(p *pass) []finding {
	if p.compiled.MaxAttempts == 1 {
		return nil
	}
	var found []finding
	for _, c := range p.spec.Clients {
		if c.HTTP == nil {
			continue
		}
		for _, r := range c.HTTP.Routes {
			if r.Policy == p.policy.Name && r.Idempotency == "" && len(r.Methods) > 0 && !slices.ContainsFunc(r.Methods, p.compiled.RetriesMethod) {
				found = append(found, finding{at: r.Pointer.Key("methods"),
					message: fmt.Sprintf("a %s here is not retried unless it comes with an Idempotency-Key", strings.Join(r.Methods, " or a ")),
					hint:    "write idempotency: keyed, or policy: none"})
			}
		}
	}
	return found
}
