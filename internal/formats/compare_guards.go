package formats

import (
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// hints compares what is made of the delay that an error asks for.
func (c *comparison) hints() {
	before, after := c.original.Hint, c.read.Hint
	if before == after || before.Mode == after.Mode && (before.ByCap || after.ByCap) {
		return // a cap is compared with the waits
	}
	c.lose(foreign.L10, "an error that asks for a delay: the policy %s, and %s %s", hint(before), c.Target, hint(after))
	c.differ([]string{"an error that asks for a delay of " + (max(before.Max, after.Max) + time.Hour).String()},
		"both retry, at different times")
}

func hint(h policy.Hint) string {
	text := map[policy.HintMode]string{
		policy.HintReplaces: "waits for it",
		policy.HintIgnored:  "ignores it",
		policy.HintAtLeast:  "waits at least as long",
		policy.HintClamped:  "waits for it within 5s more than its own wait",
	}[h.Mode]
	if h.Max > 0 && h.Mode != policy.HintIgnored {
		text += ", at most " + h.Max.String()
	}
	return text
}

// quotas compares what bounds the retries of many calls together.
func (c *comparison) quotas() {
	if isSameQuota(c.original.Quota, c.read.Quota) {
		return
	}
	c.lose(foreign.L11, "the quota of retries for all calls together is lost, or another")
	c.differ([]string{"calls that fail until the quota is empty, and one more"}, "one of the two gives up, and the other retries")
}

// isSameQuota compares what quotas do, not where they stand.
func isSameQuota(a, b *schema.Quota) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := *a, *b
	for _, q := range []*schema.Quota{&x, &y} {
		q.Pointer, q.Preset = "", ""
	}
	return x == y
}

// guards compares what else keeps calls from being retried.
func (c *comparison) guards() {
	before, after := c.original, c.read
	if before.Breaker != nil && after.Breaker == nil {
		c.lose(foreign.L14, "the circuit breaker is lost")
		c.differ([]string{"calls that fail until the breaker opens, and one more"}, "the policy fails at once, and "+c.Target+" calls")
	}
	if len(before.AllowedMethods) > 0 {
		c.lose(foreign.L12, "the methods %s are no longer the only ones that are retried", strings.Join(before.AllowedMethods, " "))
		c.differ([]string{"a failure of another method"}, "the policy gives up, and "+c.Target+" retries")
	}
	if before.NestedOnce {
		c.lose(foreign.L15, "calls within an attempt of another call are retried too")
		c.differ([]string{"a failure of a call within an attempt of another call"}, "the policy gives up, and "+c.Target+" retries")
	}
	if isStop(before.OnFailure) != isStop(after.OnFailure) || !isStop(before.OnFailure) && before.OnFailure != after.OnFailure {
		c.lose(foreign.L17, "on_failure: %s is lost; it is about what follows the last attempt", before.OnFailure.Action)
	}
}

func isStop(f schema.OnFailure) bool { return f.Action == "" || f.Action == "stop" }

// notes adds what is worth knowing of the other system.
func (c *comparison) notes(t foreign.Target) {
	for _, note := range c.read.Notes {
		if strings.Contains(note, "but its code") {
			c.lose(foreign.L20, "%s", note)
		}
	}
	c.Losses = append(c.Losses, t.Remarks()...)
}
