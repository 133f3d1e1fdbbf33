package lint

import (
	"fmt"
	"slices"

	"github.com/retrygen/retrygen/schema"
)

var _ = register("RG212", "no-attempt-timeout", "nothing ends an attempt that hangs", noAttemptTimeout)

// noAttemptTimeout finds policies under which an attempt that hangs is never
// given up for the next one.
func noAttemptTimeout(p *pass) []finding {
	if p.compiled.AttemptTimeout > 0 || p.compiled.MaxAttempts == 1 || p.everyMethodHasTimeout() || slices.Contains(p.code.WithoutContext, p.policy.Name) {
		return nil
	}
	message := "nothing ends an attempt that hangs, so the call hangs too"
	if p.compiled.TotalTimeout > 0 {
		message = fmt.Sprintf("an attempt that hangs takes all %v of the call, and is never retried", p.compiled.TotalTimeout)
	}
	return []finding{{at: p.policy.Pointer, key: true, message: message, hint: "write attempt_timeout"}}
}

// everyMethodHasTimeout reports whether clients use the policy, and only for
// methods with an attempt timeout of their own.
func (p *pass) everyMethodHasTimeout() bool {
	used := false
	for _, c := range p.spec.Clients {
		isDefault := func(r *schema.MethodRules) bool { return r.Policy == p.policy.Name }
		if p.isUsedByHTTP(c) || slices.ContainsFunc(c.Rules(), isDefault) {
			return false // for methods that the spec does not name
		}
		for _, m := range c.AllMethods() {
			if m.Policy != p.policy.Name {
				continue
			}
			used = true
			if m.AttemptTimeout == 0 {
				return false
			}
		}
	}
	return used
}
