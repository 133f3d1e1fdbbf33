package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

var (
	ruleReachesNothing = finding.Declare("RG160", "reaches-nothing", "a client has a policy, and none of its methods can be retried")
	ruleMissesMethods  = finding.Declare("RG256", "misses-methods", "a policy cannot be applied to some methods of its client")
)

// missedMethod is a method that passes through although a policy is meant for it.
type missedMethod struct {
	name, reason string
	isReported   bool // by a finding of its own
}

// noteMissed notes a method that its policy misses. What cannot fail and takes no context cannot be missed; what returns a
// client is not, and nobody wants Close to be repeated.
func (r *methodResolver) noteMissed(m *model.Method, isReported bool) {
	if m.Field != nil || m.PassReason == "" || m.Child != nil || isClose(m) {
		return
	}
	if m.Context >= 0 || slices.ContainsFunc(m.Results, func(v model.Variable) bool { return model.IsError(v.Type) }) {
		r.missed = append(r.missed, missedMethod{m.Name, m.PassReason, isReported})
	}
}

// isClose reports whether a method has the form of io.Closer, with or without
// its error.
func isClose(m *model.Method) bool { return m.Name == "Close" && len(m.Params) == 0 }

// checkReach reports a client whose policies reach no method, or not all that
// they are meant for.
func (r *resolver) checkReach(c *schema.Client, reached, all int, missed []missedMethod) {
	silent := slices.DeleteFunc(slices.Clone(missed), func(m missedMethod) bool { return m.isReported })
	switch {
	case !slices.ContainsFunc(c.PolicyNames(), func(name string) bool { return name != "" }):
	case reached == 0:
		r.report(ruleReachesNothing, c.Pointer, true, fmt.Sprintf("the policy of %s reaches no method", c.Name), reachHint(missed))
	case len(silent) > 0:
		r.report(ruleMissesMethods, c.Pointer, true,
			fmt.Sprintf("the policy of %s misses %d of %d methods: %s", c.Name, len(silent), all, reasons(silent)),
			fmt.Sprintf("if they are to pass through, say so: methods: {%s: none}", silent[0].name))
	}
}

// reachedMethods returns how many methods of a client follow a policy.
func reachedMethods(c *model.Client) int {
	reached := 0
	for _, m := range c.Methods {
		if m.Field != nil {
			reached++
		}
	}
	return reached
}

// reachHint says why no method is reached.
func reachHint(missed []missedMethod) string {
	if len(missed) == 0 {
		return "only a method that returns an error last can be retried"
	}
	return reasons(missed)
}

// manyNames is how many methods are named for one reason.
const manyNames = 3

// reasons returns why methods are missed, with some names for each reason.
func reasons(missed []missedMethod) string {
	var order []string
	names := map[string][]string{}
	for _, m := range missed {
		if names[m.reason] == nil {
			order = append(order, m.reason)
		}
		names[m.reason] = append(names[m.reason], m.name)
	}
	var parts []string
	for _, reason := range order {
		all := names[reason]
		text := strings.Join(all[:min(len(all), manyNames)], ", ")
		if more := len(all) - manyNames; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		parts = append(parts, text+" ("+reason+")")
	}
	return strings.Join(parts, "; ")
}
