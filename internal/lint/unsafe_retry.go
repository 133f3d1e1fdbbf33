package lint

import (
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/schema"
)

var _ = register("RG226", "unsafe-retry", "the policy retries an operation that may take effect twice, without a key", unsafeRetry)

// unsafeRetry finds requests that may take effect twice: the error of the first
// attempt does not show whether it did. The generator looks at Go methods, whose
// names it knows.
func unsafeRetry(p *pass) []finding {
	if p.compiled.MaxAttempts == 1 {
		return nil
	}
	var found []finding
	for _, c := range p.spec.Clients {
		found = append(found, p.unsafeRequests(c)...)
	}
	return found
}

// unsafeRequests finds the HTTP methods without a promise of idempotency
// (RFC 9110, 9.2.2) that a policy lists and that requests without a key follow.
func (p *pass) unsafeRequests(c *schema.Client) []finding {
	if c.HTTP == nil || !p.hasRequestsWithoutKey(c.HTTP) {
		return nil
	}
	for i, method := range p.compiled.AllowedMethods {
		if method == "POST" || method == "PATCH" {
			return one(p.inBlock("allowed_methods").Index(i),
				fmt.Sprintf("a %s of %s may take effect twice: the policy retries it, and it has no key", method, c.Name),
				"write idempotency: keyed at the client or the route, or remove the method")
		}
	}
	return nil
}

func (p *pass) hasRequestsWithoutKey(h *schema.HTTPClient) bool {
	return h.Policy == p.policy.Name && h.Idempotency == "" ||
		slices.ContainsFunc(h.Routes, func(r schema.HTTPRoute) bool {
			return r.Policy == p.policy.Name && r.Idempotency == "" && r.SafeIf == nil
		})
}
