package temporal

import (
	"bytes"
	_ "embed"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/policy"
)

// Dialect is the RetryPolicy of Temporal.
type Dialect struct{}

// Name returns "temporal".
func (Dialect) Name() string { return "temporal" }

// System returns "Temporal".
func (Dialect) System() string { return "Temporal" }

//go:embed starter.yaml
var starter []byte

// Starter is a spec to begin with.
func (Dialect) Starter() []byte { return bytes.Clone(starter) }

// keys are the keys of the parameters.
var keys = map[policy.Parameter][]string{
	policy.Attempts: {"maximum_attempts", "maximumAttempts"},
	policy.First:    {"initial_interval", "initialInterval"},
	policy.Cap:      {"maximum_interval", "maximumInterval"},
	policy.Factor:   {"backoff_coefficient", "backoffCoefficient"},
}

// Keys are the keys of a parameter.
func (Dialect) Keys(p policy.Parameter) []string { return keys[p] }

// ErrorKeys are the keys that say which errors are retried.
func (Dialect) ErrorKeys() []string {
	return []string{"non_retryable_error_types", "nonRetryableErrorTypes"}
}

// translations say how the system calls a parameter, by the definition of the
// JSON Schema.
var translations = map[string]map[policy.Parameter]string{
	"temporal": {
		policy.Attempts: "temporal counts attempts, the first one included: maximum_attempts",
		policy.First:    "temporal calls the first wait initial_interval",
		policy.Cap:      "temporal calls the cap maximum_interval",
		policy.Factor:   "temporal calls the growth backoff_coefficient",
		policy.Jitters:  "temporal has no jitter",
		policy.Errors:   "temporal lists what is final: non_retryable_error_types",
		policy.Strategy: "temporal always grows by backoff_coefficient; 1 is a fixed wait",
		policy.Timeout:  "next to the block, attempt_timeout bounds one attempt, and total_timeout the call",
	},
}

// Translate says how the system calls a parameter.
func (Dialect) Translate(definition string, p policy.Parameter) string {
	return translations[definition][p]
}

// Refusal returns nothing: a spec can have every key of the system.
func (Dialect) Refusal(string) (message, hint string) { return "", "" }

// JitterHint says how to spread the waits.
func (Dialect) JitterHint() string { return "" }

// FixedHint says how to write waits that are meant not to grow.
func (Dialect) FixedHint() string { return "" }

// CheckUnused reports nothing: no field of a block leaves another one nothing
// to decide.
func (Dialect) CheckUnused(policy.Block, decode.Object, decode.Object) {}
