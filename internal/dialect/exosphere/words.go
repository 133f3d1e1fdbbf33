package exosphere

import (
	"bytes"
	_ "embed"
	"fmt"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
)

// Dialect is the graph templates of Exosphere.
type Dialect struct{}

// Name returns "exosphere".
func (Dialect) Name() string { return "exosphere" }

// System returns "Exosphere".
func (Dialect) System() string { return "Exosphere" }

//go:embed starter.yaml
var starter []byte

// Starter is a spec to begin with.
func (Dialect) Starter() []byte { return bytes.Clone(starter) }

// keys are the keys of the parameters.
var keys = map[policy.Parameter][]string{
	policy.Attempts: {"max_retries"},
	policy.First:    {"backoff_factor"},
	policy.Cap:      {"max_delay"},
	policy.Factor:   {"exponent", "strategy"},
	policy.Jitters:  {"strategy"},
}

// Keys are the keys of a parameter.
func (Dialect) Keys(p policy.Parameter) []string { return keys[p] }

// ErrorKeys are the keys that say which errors are retried.
func (Dialect) ErrorKeys() []string { return nil }

// translations say how the system calls a parameter, by the definition of the
// JSON Schema.
var translations = map[string]map[policy.Parameter]string{
	"exosphere": {
		policy.Attempts: "exosphere counts retries: max_retries",
		policy.First:    "exosphere calls the first wait backoff_factor, in milliseconds",
		policy.Cap:      "exosphere calls the cap max_delay, in milliseconds",
		policy.Factor:   "exosphere calls the growth exponent",
		policy.Jitters:  "exosphere names jitter in the strategy, such as EXPONENTIAL_FULL_JITTER",
		policy.Errors:   "exosphere retries every error; write errors: {stop: […]} next to the block",
		policy.Strategy: "exosphere names the growth in strategy",
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
func (Dialect) JitterHint() string { return "choose a strategy that ends in _FULL_JITTER" }

// FixedHint says how to write waits that are meant not to grow.
func (Dialect) FixedHint() string {
	return "if that is intended, write strategy FIXED, with or without jitter"
}

// unusedExponent only notes what it finds: the documentation of Exosphere has
// policies with an exponent that is not used.
var unusedExponent = finding.Declare("RG302", "unused-exponent", "an exponent stands next to a strategy that does not use it")

// CheckUnused reports an exponent that the strategy does not use.
func (Dialect) CheckUnused(b policy.Block, block, _ decode.Object) {
	exponent, strategy := block.Member("exponent"), b.(*Policy).Strategy
	if exponent.IsSet() && isStrategyWithoutExponent[strategy] {
		exponent.ReportKey(unusedExponent, fmt.Sprintf("the strategy %s does not use the exponent", strategy), "remove it, or choose an EXPONENTIAL strategy")
	}
}

var isStrategyWithoutExponent = map[string]bool{
	"LINEAR": true, "LINEAR_FULL_JITTER": true, "LINEAR_EQUAL_JITTER": true,
	"FIXED": true, "FIXED_FULL_JITTER": true, "FIXED_EQUAL_JITTER": true,
}
