package prodigy

import (
	"bytes"
	_ "embed"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/policy"
)

// Dialect is the retry_config of Prodigy.
type Dialect struct{}

// Name returns "prodigy".
func (Dialect) Name() string { return "prodigy" }

// System returns "Prodigy".
func (Dialect) System() string { return "Prodigy" }

//go:embed starter.yaml
var starter []byte

// Starter is a spec to begin with.
func (Dialect) Starter() []byte { return bytes.Clone(starter) }

// keys are the keys of the parameters.
var keys = map[policy.Parameter][]string{
	policy.Attempts: {"attempts"},
	policy.First:    {"initial_delay"},
	policy.Cap:      {"max_delay"},
	policy.Factor:   {"backoff/exponential/base", "backoff/linear/increment", "backoff"},
	policy.Jitters:  {"jitter_factor", "jitter"},
}

// Keys are the keys of a parameter.
func (Dialect) Keys(p policy.Parameter) []string { return keys[p] }

// ErrorKeys are the keys that say which errors are retried.
func (Dialect) ErrorKeys() []string { return []string{"retry_on"} }

// translations say how the system calls a parameter, by the definition of the
// JSON Schema.
var translations = map[string]map[policy.Parameter]string{
	"prodigy": {
		policy.Attempts: "prodigy counts attempts, the first one included: attempts",
		policy.First:    "prodigy calls the first wait initial_delay",
		policy.Cap:      "prodigy calls the cap max_delay",
		policy.Factor:   "prodigy calls the growth base: backoff: {exponential: {base: 2.0}}",
		policy.Jitters:  "prodigy has jitter: true and jitter_factor",
		policy.Errors:   "prodigy lists what is retried: retry_on",
		policy.Strategy: "prodigy names the growth in backoff",
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
func (Dialect) JitterHint() string { return "write jitter: true, with a jitter_factor above 0 or none" }

// FixedHint says how to write waits that are meant not to grow.
func (Dialect) FixedHint() string { return "if that is intended, write backoff: fixed" }

// CheckUnused reports a jitter_factor without jitter.
func (Dialect) CheckUnused(b policy.Block, block, _ decode.Object) {
	if factor := block.Member("jitter_factor"); factor.IsSet() && !b.(*Policy).Jitter {
		factor.ReportKey(decode.UnusedField, "jitter_factor has no effect without jitter", "write jitter: true, or remove it")
	}
}
