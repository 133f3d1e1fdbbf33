package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// unsafeRetry finds requests that may take effect twice: the error of the first
// attempt does not tell whether it did. The generator looks at Go methods, whose
// names it knows.
func unsafeRetry(s *subject) []finding {
	if s.compiled.MaxAttempts == 1 {
		return nil
	}
	var found []finding
	for _, c := range s.spec.Clients {
		found = append(found, s.unsafeRequests(c)...)
	}
	return found
}

// unsafeRequests finds the HTTP methods without a promise of idempotency
// (RFC 9110, 9.2.2) that a policy lists and that requests without a key follow.
func (s *subject) unsafeRequests(c *schema.Client) []finding {
	if c.HTTP == nil || !s.hasRequestsWithoutKey(c.HTTP) {
		return nil
	}
	for i, method := range s.compiled.AllowedMethods {
		if method == "POST" || method == "PATCH" {
			return one(s.inBlock("allowed_methods").Index(i),
				fmt.Sprintf("a %s of %s may take effect twice: it is retried, and has no key", method, c.Name),
				"write idempotency: keyed at the client or the route, or remove the method")
		}
	}
	return nil
}

func (s *subject) hasRequestsWithoutKey(h *schema.HTTPClient) bool {
	return h.Policy == s.policy.Name && h.Idempotency == "" ||
		slices.ContainsFunc(h.Routes, func(r schema.HTTPRoute) bool {
			return r.Policy == s.policy.Name && r.Idempotency == ""
		})
}

// unretriedRequest finds routes whose requests the policy does not retry: none
// of their methods is among those that it retries, and no key is minted for
// them. Only the caller's own key could help.
func unretriedRequest(s *subject) []finding {
	if s.compiled.MaxAttempts == 1 {
		return nil
	}
	var found []finding
	for _, c := range s.spec.Clients {
		if c.HTTP == nil {
			continue
		}
		for _, r := range c.HTTP.Routes {
			if r.Policy == s.policy.Name && r.Idempotency == "" && len(r.Methods) > 0 && !slices.ContainsFunc(r.Methods, s.compiled.RetriesMethod) {
				found = append(found, finding{at: r.Pointer.Key("methods"),
					message: fmt.Sprintf("a %s here is not retried unless it comes with an Idempotency-Key", strings.Join(r.Methods, " or a ")),
					hint:    "write idempotency: keyed, or policy: none"})
			}
		}
	}
	return found
}

// replayedAnswer finds status 500 among what a policy lists as retried and what
// is sent with a key: servers that know keys keep the first answer to one, also
// if it was a 500, and repeat it.
func replayedAnswer(s *subject) []finding {
	if s.compiled.MaxAttempts == 1 || !s.isKeyed() {
		return nil
	}
	for _, e := range s.entries(s.compiled.Retry) {
		if e.statuses.Low <= 500 && 500 <= e.statuses.High && s.isListed(e) {
			return one(e.at, fmt.Sprintf("%s is retried under one key, and a server that knows keys repeats its first 500", e),
				"retry 502 to 504, or make a new call with a new key")
		}
	}
	return nil
}

// isKeyed reports whether attempts under the policy carry a key.
func (s *subject) isKeyed() bool {
	return slices.ContainsFunc(s.spec.Clients, func(c *schema.Client) bool {
		isKeyed := func(policy, idempotency string) bool { return policy == s.policy.Name && idempotency == "keyed" }
		if c.HTTP != nil {
			return isKeyed(c.HTTP.Policy, c.HTTP.Idempotency) ||
				slices.ContainsFunc(c.HTTP.Routes, func(r schema.HTTPRoute) bool { return isKeyed(r.Policy, r.Idempotency) })
		}
		return slices.ContainsFunc(c.Methods, func(m schema.Method) bool { return isKeyed(m.Policy, m.Idempotency) })
	})
}
