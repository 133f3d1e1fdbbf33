package generator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// transportModel is a generated http.RoundTripper.
type transportModel struct {
	name   string
	rule   ruleModel // of requests that no route matches
	routes []ruleModel
	// policies are the policies of the rules, as often as they are used.
	policies []*policyModel
}

// ruleModel says what becomes of the requests of a route.
type ruleModel struct {
	policy     *policyModel // nil: they pass through
	methods    []string     // of the requests; none is all
	host, path string
	keyed      bool
}

// resolveTransports resolves the clients of the spec that are HTTP transports.
func (r *resolver) resolveTransports(policies []*policyModel) []*transportModel {
	var transports []*transportModel
	for _, c := range r.spec.Clients {
		if c.HTTP != nil {
			transports = append(transports, r.resolveTransport(c, policies))
		}
	}
	return transports
}

// resolveTransport resolves one HTTP transport.
func (r *resolver) resolveTransport(c *schema.Client, policies []*policyModel) *transportModel {
	r.claimExported(c.Name, c.Pointer)
	r.claimExported("New"+c.Name, c.Pointer)
	t := &transportModel{name: c.Name}
	t.rule = ruleModel{policy: t.use(policies, c.HTTP.Policy), keyed: c.HTTP.Idempotency == "keyed"}
	for _, route := range c.HTTP.Routes {
		t.routes = append(t.routes, ruleModel{
			policy: t.use(policies, route.Policy), keyed: route.Idempotency == "keyed",
			methods: route.Methods, host: route.Host, path: route.Path,
		})
	}
	return t
}

// use returns the policy with the given name, and notes that the transport
// has it; nil if the name is empty.
func (t *transportModel) use(policies []*policyModel, name string) *policyModel {
	index := slices.IndexFunc(policies, func(p *policyModel) bool { return p.Name == name })
	if index < 0 {
		return nil
	}
	t.policies = append(t.policies, policies[index])
	return policies[index]
}

// failedStatuses returns the statuses that count as failures under a policy:
// those that its error rules retry; nil, the transport's own list, if they
// name none.
func (p *policyModel) failedStatuses() []schema.StatusRange {
	var ranges []schema.StatusRange
	for _, m := range p.Retry {
		switch m := m.(type) {
		case schema.StatusMatcher:
			ranges = append(ranges, m.Ranges...)
		case schema.ClassMatcher:
			switch m.Class {
			case "rate_limit":
				ranges = append(ranges, schema.StatusRange{Low: 429, High: 429})
			case "server_error":
				ranges = append(ranges, schema.StatusRange{Low: 500, High: 599})
			}
		}
	}
	return ranges
}

// doc returns the documentation of a transport: which requests follow which policy.
func (t *transportModel) doc() []string {
	first := fmt.Sprintf("%s is an [http.RoundTripper] that retries requests. It is safe for concurrent use "+
		"if the one that it wraps is.", t.name)
	var items []string
	for _, route := range t.routes {
		items = append(items, listMark+route.requests()+" "+route.follows())
	}
	others := "All requests"
	if len(t.routes) > 0 {
		others = "All other requests"
	}
	return []string{first, strings.Join(append(items, listMark+others+" "+t.rule.follows()), "\n")}
}

// requests describes the requests of a route.
func (r *ruleModel) requests() string {
	words := []string{"Requests"}
	if len(r.methods) > 0 {
		words[0] = strings.Join(r.methods, ", ") + " requests"
	}
	if target := r.host + r.path; target != "" {
		words = append(words, "to "+target)
	}
	return strings.Join(words, " ")
}

// follows says what becomes of the requests of a rule.
func (r *ruleModel) follows() string {
	switch {
	case r.policy == nil:
		return "pass through."
	case r.keyed:
		return "follow policy " + r.policy.Name + ", each with an idempotency key of its own."
	default:
		return "follow policy " + r.policy.Name + "."
	}
}
