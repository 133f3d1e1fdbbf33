package httpx

import (
	"bytes"
	_ "embed"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/policy"
)

// Dialect is the Retry of httpx-retries.
type Dialect struct{}

// Name returns "httpx".
func (Dialect) Name() string { return "httpx" }

// System returns "httpx-retries".
func (Dialect) System() string { return "httpx-retries" }

//go:embed starter.yaml
var starter []byte

// Starter is a spec to begin with.
func (Dialect) Starter() []byte { return bytes.Clone(starter) }

// keys are the keys of the parameters.
var keys = map[policy.Parameter][]string{
	policy.Attempts: {"total"},
	policy.First:    {"backoff_factor"},
	policy.Cap:      {"max_backoff_wait"},
	policy.Jitters:  {"backoff_jitter"},
}

// Keys are the keys of a parameter.
func (Dialect) Keys(p policy.Parameter) []string { return keys[p] }

// ErrorKeys are the keys that say which errors are retried.
func (Dialect) ErrorKeys() []string { return []string{"status_forcelist"} }

// translations say how the system calls a parameter, by the definition of the
// JSON Schema.
var translations = map[string]map[policy.Parameter]string{
	"httpx": {
		policy.Attempts: "httpx counts retries: total",
		policy.First:    "httpx calls the first wait backoff_factor, in seconds",
		policy.Cap:      "httpx calls the cap max_backoff_wait, in seconds",
		policy.Factor:   "httpx always doubles the wait",
		policy.Jitters:  "httpx calls it backoff_jitter, 0 to 1",
		policy.Errors:   "httpx lists status codes: status_forcelist; write errors: {retry: […]} next to the block for others",
		policy.Strategy: "httpx always doubles the wait",
		policy.Timeout:  "httpx bounds the sum of the waits by total_timeout, in seconds; next to the block, attempt_timeout bounds one attempt, and total_timeout the call",
		policy.Methods:  "httpx calls it allowed_methods",
	},
}

// Translate says how the system calls a parameter.
func (Dialect) Translate(definition string, p policy.Parameter) string {
	return translations[definition][p]
}

// refusals are the keys of the system that a spec cannot have, with the reason
// and what to write instead.
var refusals = map[string][2]string{
	"retry_on_exceptions": {"retry_on_exceptions holds Python classes", "write errors: {retry: [timeout, network, {status: [429, 502-504]}]} next to the httpx block: the list takes the place of status_forcelist"},
	"validate_response":   {"validate_response is a Python function", "write errors: {retry: [{func: NAME}]} next to the httpx block"},
	"attempts_made":       {"attempts_made is the state of one call, which begins at 0", "remove it"},
	"elapsed_sleep":       {"elapsed_sleep is the state of one call, which begins at 0", "remove it"},
}

// Refusal says why a key of the system cannot stand in a spec.
func (Dialect) Refusal(key string) (message, hint string) { return refusals[key][0], refusals[key][1] }

// JitterHint says how to spread the waits.
func (Dialect) JitterHint() string { return "write backoff_jitter: 1.0, or leave it out" }

// FixedHint says how to write waits that are meant not to grow.
func (Dialect) FixedHint() string { return "" }

// CheckUnused reports nothing: no field of a block leaves another one nothing
// to decide.
func (Dialect) CheckUnused(policy.Block, decode.Object, decode.Object) {}
