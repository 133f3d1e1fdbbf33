package smithy

import (
	"bytes"
	_ "embed"
	"fmt"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/policy"
)

// Dialect is the retry strategies of Smithy.
type Dialect struct{}

// Name returns "smithy".
func (Dialect) Name() string { return "smithy" }

// System returns "Smithy".
func (Dialect) System() string { return "Smithy" }

//go:embed starter.yaml
var starter []byte

// Starter is a spec to begin with.
func (Dialect) Starter() []byte { return bytes.Clone(starter) }

// keys are the keys of the parameters.
var keys = map[policy.Parameter][]string{
	policy.Attempts: {"max_attempts"},
	policy.First:    {"backoff_strategy/backoff_scale_value"},
	policy.Cap:      {"backoff_strategy/max_backoff"},
	policy.Jitters:  {"backoff_strategy/jitter_type"},
}

// Keys are the keys of a parameter.
func (Dialect) Keys(p policy.Parameter) []string { return keys[p] }

// ErrorKeys are the keys that say which errors are retried.
func (Dialect) ErrorKeys() []string { return nil }

// translations say how the system calls a parameter, by the definition of the
// JSON Schema.
var translations = map[string]map[policy.Parameter]string{
	"smithy": {
		policy.Attempts: "smithy counts attempts, the first one included: max_attempts",
		policy.First:    "smithy calls the first wait backoff_scale_value, in seconds, in backoff_strategy",
		policy.Cap:      "smithy calls the cap max_backoff, in seconds, in backoff_strategy",
		policy.Factor:   "smithy always doubles the wait",
		policy.Jitters:  "smithy calls it jitter_type, in backoff_strategy",
		policy.Errors:   "smithy asks the error; write errors: {retry: […]} next to the block",
		policy.Strategy: "smithy has retry_mode and backoff_strategy",
		policy.Timeout:  "next to the block, attempt_timeout bounds one attempt, and total_timeout the call",
		policy.Quotas:   "smithy calls it retry_quota: {initial_capacity: 500}",
	},
	"smithyBackoff": {
		policy.First:   "smithy calls the first wait backoff_scale_value, in seconds",
		policy.Cap:     "smithy calls the cap max_backoff, in seconds",
		policy.Jitters: "smithy calls it jitter_type",
	},
}

// Translate says how the system calls a parameter.
func (Dialect) Translate(definition string, p policy.Parameter) string {
	return translations[definition][p]
}

// Refusal returns nothing: a spec can have every key of the system.
func (Dialect) Refusal(string) (message, hint string) { return "", "" }

// JitterHint says how to spread the waits.
func (Dialect) JitterHint() string { return "write jitter_type: FULL" }

// FixedHint says how to write waits that are meant not to grow.
func (Dialect) FixedHint() string { return "" }

// CheckUnused reports a retry quota that the quota of the policy replaces, and
// waits after throttling that a function computes.
func (Dialect) CheckUnused(_ policy.Block, block, around decode.Object) {
	if own := block.Member("throttling_backoff_strategy"); own.IsSet() && around.Member("backoff").IsSet() {
		own.ReportKey(decode.UnusedField, "throttling_backoff_strategy has no effect, because the function in backoff computes the waits", "remove one of them")
	}
	quota := around.Member("quota")
	if own := block.Member("retry_quota"); own.IsSet() && !own.Is(document.Null) && quota.IsSet() {
		own.ReportKey(decode.UnusedField, fmt.Sprintf("retry_quota has no effect, because the quota on line %d takes its place", quota.KeyPosition().Line), "remove one of them")
	}
}
