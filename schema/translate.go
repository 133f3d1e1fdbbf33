package schema

import (
	"slices"

	"github.com/retrygen/retrygen/internal/document"
)

// concept is a thing that every system has under another name.
type concept struct {
	names []string          // folded, in all systems and in common speech
	hints map[string]string // by the definition of the mapping that the key stands in
}

// concepts translate a key that was learnt elsewhere into the key of the
// mapping that it was written in.
var concepts = slices.Concat(backoffConcepts, sharedConcepts, httpConcepts)

// timeouts tells the two timeouts of a policy apart.
const timeouts = "beside the block, attempt_timeout bounds one attempt, and total_timeout the call"

// backoffConcepts are what the dialects are about.
var backoffConcepts = []concept{
	{
		names: []string{"maxattempts", "maximumattempts", "attempts", "maxretries", "retries", "total", "tries", "maxtries", "maximumretries", "maxretry", "retrycount", "limit", "count"},
		hints: map[string]string{
			"exosphere": "exosphere counts retries: max_retries",
			"prodigy":   "prodigy counts attempts, the first one included: attempts",
			"temporal":  "temporal counts attempts, the first one included: maximum_attempts",
			"httpx":     "httpx counts retries: total",
			"smithy":    "smithy counts attempts, the first one included: max_attempts",
		},
	},
	{
		names: []string{"initialinterval", "initialdelay", "backofffactor", "backoffscalevalue", "basedelay", "mindelay", "delay", "interval", "initialbackoff", "mininterval"},
		hints: map[string]string{
			"exosphere": "exosphere calls the first wait backoff_factor, in milliseconds",
			"prodigy":   "prodigy calls the first wait initial_delay",
			"temporal":  "temporal calls the first wait initial_interval",
			"httpx":     "httpx calls the first wait backoff_factor, in seconds",
			"smithy":    "smithy calls the first wait backoff_scale_value, in seconds, in backoff_strategy",

			"smithyBackoff": "smithy calls the first wait backoff_scale_value, in seconds",
		},
	},
	{
		names: []string{"maxdelay", "maximuminterval", "maxinterval", "maxbackoff", "maxbackoffwait", "maximumdelay", "cap", "maxwait"},
		hints: map[string]string{
			"exosphere": "exosphere calls the cap max_delay, in milliseconds",
			"prodigy":   "prodigy calls the cap max_delay",
			"temporal":  "temporal calls the cap maximum_interval",
			"httpx":     "httpx calls the cap max_backoff_wait, in seconds",
			"smithy":    "smithy calls the cap max_backoff, in seconds, in backoff_strategy",

			"smithyBackoff": "smithy calls the cap max_backoff, in seconds",
		},
	},
	{
		names: []string{"backoffcoefficient", "exponent", "base", "multiplier", "factor", "backoffmultiplier", "coefficient"},
		hints: map[string]string{
			"exosphere": "exosphere calls the growth exponent",
			"prodigy":   "prodigy calls the growth base: backoff: {exponential: {base: 2.0}}",
			"temporal":  "temporal calls the growth backoff_coefficient",
			"httpx":     "httpx always doubles the wait",
			"smithy":    "smithy always doubles the wait",
		},
	},
	{
		names: []string{"jitter", "jitterfactor", "backoffjitter", "jittertype"},
		hints: map[string]string{
			"exosphere": "exosphere names jitter in the strategy, such as EXPONENTIAL_FULL_JITTER",
			"prodigy":   "prodigy has jitter: true and jitter_factor",
			"temporal":  "temporal has no jitter",
			"httpx":     "httpx calls it backoff_jitter, 0 to 1",
			"smithy":    "smithy calls it jitter_type, in backoff_strategy",

			"smithyBackoff": "smithy calls it jitter_type",
		},
	},
	{
		names: []string{"nonretryableerrortypes", "retryon", "statusforcelist", "nonretryableerrors", "retryableerrors", "donotretry"},
		hints: map[string]string{
			"exosphere": "exosphere retries every error; write errors: {stop: […]} beside the block",
			"prodigy":   "prodigy lists what is retried: retry_on",
			"temporal":  "temporal lists what is final: non_retryable_error_types",
			"httpx":     "httpx lists status codes: status_forcelist; write errors: {retry: […]} beside the block for others",
			"smithy":    "smithy asks the error; write errors: {retry: […]} beside the block",
		},
	},
	{
		names: []string{"strategy", "backoff", "backoffstrategy", "backofftype", "mode", "retrymode", "type"},
		hints: map[string]string{
			"exosphere": "exosphere names the growth in strategy",
			"prodigy":   "prodigy names the growth in backoff",
			"temporal":  "temporal always grows by backoff_coefficient; 1 is a fixed wait",
			"httpx":     "httpx always doubles the wait",
			"smithy":    "smithy has retry_mode and backoff_strategy",
		},
	},
	{
		names: []string{"timeout", "deadline", "timelimit", "maxelapsedtime", "maxduration", "pertrytimeout"},
		hints: map[string]string{
			"policy":    timeouts,
			"exosphere": timeouts,
			"prodigy":   timeouts,
			"temporal":  timeouts,
			"httpx":     "httpx bounds the sum of the waits by total_timeout, in seconds; " + timeouts,
			"smithy":    timeouts,
		},
	},
	{
		names: []string{"retryconfig", "retry", "retrypolicy"},
		hints: map[string]string{"policy": "name the system instead: exosphere, prodigy, temporal, httpx or smithy"},
	},
}

// translate returns the hint for a key that means something in another system,
// or "".
func translate(definition, name string) string {
	for _, c := range concepts {
		if hint := c.hints[definition]; hint != "" && slices.Contains(c.names, document.Fold(name)) {
			return hint
		}
	}
	return ""
}
