package lint

import (
	"slices"

	"github.com/retrygen/retrygen/schema"
)

func (p *pass) isUsedBy(c *schema.Client) bool {
	return slices.Contains(c.PolicyNames(), p.policy.Name)
}

// isUsedByHTTP reports whether requests of an HTTP client follow the policy.
func (p *pass) isUsedByHTTP(c *schema.Client) bool {
	if c.HTTP == nil {
		return false
	}
	return c.HTTP.Policy == p.policy.Name ||
		slices.ContainsFunc(c.HTTP.Routes, func(r schema.HTTPRoute) bool { return r.Policy == p.policy.Name })
}
