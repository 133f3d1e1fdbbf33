package schema

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/finding"
)

// checkQuotas refuses quotas that several policies share and give different
// amounts: the first one used would win, and the others would say nothing.
func checkQuotas(ctx *decode.Context, s *Spec) {
	checkProcessQuotas(ctx, s)
	for _, c := range s.Clients {
		checkClientQuota(ctx, c, s)
	}
}

func checkProcessQuotas(ctx *decode.Context, s *Spec) {
	first := make(map[string]*Policy)
	for _, p := range s.Policies {
		if p.Quota == nil || p.Quota.Scope != "process" || p.Quota.Name == "" {
			continue
		}
		other := first[p.Quota.Name]
		if other == nil {
			first[p.Quota.Name] = p
			continue
		}
		if !isSameQuota(p.Quota, other.Quota) {
			ctx.Add(decode.Contradiction, s.KeyPosition(p.Quota.Pointer), p.Quota.Pointer,
				fmt.Sprintf("policy %s gives other amounts for the quota %s", finding.Clip(other.Name), finding.Quote(p.Quota.Name)),
				"give both the same amounts, or other names")
		}
	}
}

func checkClientQuota(ctx *decode.Context, c *Client, s *Spec) {
	var first *Policy
	for _, name := range c.PolicyNames() {
		p := s.Policy(name)
		switch {
		case p == nil || p.Quota == nil || p.Quota.Scope != "client":
		case first == nil:
			first = p
		case !isSameQuota(p.Quota, first.Quota):
			ctx.Add(decode.Contradiction, s.KeyPosition(c.Pointer), c.Pointer,
				fmt.Sprintf("the policies %s and %s share a quota here, and give it different amounts", finding.Clip(first.Name), finding.Clip(p.Name)),
				"give both the same amounts, or scope: policy")
			return
		}
	}
}

// isSameQuota reports whether both quotas are the same, wherever they stand and
// however they are spelled.
func isSameQuota(q, other *Quota) bool {
	a, b := *q, *other
	a.Pointer, a.Preset = "", ""
	b.Pointer, b.Preset = "", ""
	return a == b
}

// PolicyNames returns the names of the policies that the client uses, "" and
// repeated ones among them.
func (c *Client) PolicyNames() []string {
	var names []string
	for _, r := range c.Rules() {
		names = append(names, r.policyNames()...)
	}
	if c.HTTP == nil {
		return names
	}
	names = append(names, c.HTTP.Policy)
	for _, r := range c.HTTP.Routes {
		names = append(names, r.Policy)
	}
	return names
}

// checkAllowedMethods reports HTTP methods in a policy of no HTTP client,
// where there is nothing to compare them with.
func checkAllowedMethods(ctx *decode.Context, s *Spec) {
	used := make(map[string]bool)
	for _, c := range s.Clients {
		for _, name := range c.PolicyNames() {
			used[name] = used[name] || c.HTTP != nil
		}
	}
	for _, p := range s.Policies {
		h, ok := p.Dialect.(*HTTPX)
		if !ok || h.AllowedMethods == nil || used[p.Name] {
			continue
		}
		at := p.Pointer.Key("httpx").Key("allowed_methods")
		ctx.Add(decode.UnusedField, s.KeyPosition(at), at,
			"allowed_methods has no effect, because no HTTP client uses the policy", "write a client with http: {policy: "+p.Name+"}, or remove it")
	}
}
