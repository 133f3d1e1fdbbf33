package resolve

import (
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// resolveTransports resolves the clients of the spec that are HTTP transports.
func (r *resolver) resolveTransports(policies []*model.Policy) []*model.Transport {
	var transports []*model.Transport
	for _, c := range r.spec.Clients {
		if c.HTTP != nil {
			transports = append(transports, r.resolveTransport(c, policies))
		}
	}
	return transports
}

// resolveTransport resolves one HTTP transport.
func (r *resolver) resolveTransport(c *schema.Client, policies []*model.Policy) *model.Transport {
	r.claimExported(c.Name, c.Pointer)
	r.claimExported("New"+c.Name, c.Pointer)
	t := &model.Transport{Name: c.Name}
	t.Rule = model.Rule{Policy: usePolicy(t, policies, c.HTTP.Policy), Keyed: c.HTTP.Idempotency == "keyed"}
	for _, route := range c.HTTP.Routes {
		t.Routes = append(t.Routes, model.Rule{
			Policy: usePolicy(t, policies, route.Policy), Keyed: route.Idempotency == "keyed",
			Safe: route.Idempotency == "safe", SafeIf: route.SafeIf,
			Methods: route.Methods, Host: route.Host, Path: route.Path,
		})
	}
	return t
}

// usePolicy returns the policy with the given name, and notes that the transport
// has it; nil if the name is empty.
func usePolicy(t *model.Transport, policies []*model.Policy, name string) *model.Policy {
	index := slices.IndexFunc(policies, func(p *model.Policy) bool { return p.Name == name })
	if index < 0 {
		return nil
	}
	t.Policies = append(t.Policies, policies[index])
	return policies[index]
}
