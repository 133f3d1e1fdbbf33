package lint

import (
	"testing"
)

func TestNoGrowth(t *testing.T) {
	testRule(t, "RG214", []ruleTest{
		{"cap at the first wait", "exosphere: {max_delay: 2000}", "4:28 every wait is cut to max_delay, 2s: the first one is 2s already"},
		{"fixed at the cap", "exosphere: {strategy: FIXED, max_delay: 2000}", ""},
		{"cap below a fixed wait", "exosphere: {strategy: FIXED, max_delay: 1999}", "4:45 every wait is cut to max_delay, 1.999s: the first one is 2s already"},
		{"cap below, by default", "prodigy: {initial_delay: 31s}", "4:30 every wait is cut to max_delay, 30s: the first one is 31s already"},
		{"cap below the one wait", "exosphere: {max_retries: 1, max_delay: 1000}", "4:44 every wait is cut to max_delay, 1s: the first one is 2s already"},
		{"factor 1", "exosphere: {exponent: 1}", "4:27 the waits do not grow: all are 2s"},
		{"factor 1 of Temporal", "temporal: {backoff_coefficient: 1}", ""},
		{"one wait cannot grow", "exosphere: {exponent: 1, max_retries: 1}", ""},
		{"increment 0", "prodigy: {backoff: {linear: {increment: 0s}}}", "4:45 the waits do not grow: all are 1s"},
		{"shrinks", "prodigy: {backoff: {exponential: {base: 0.5}}}", "4:45 the waits shrink: each is 0.5 times the one before"},
		{"no waits", "httpx: {}", ""},
		{"grows", "prodigy: {backoff: fibonacci}", ""},
	})
}

func TestCapNeverReached(t *testing.T) {
	testRule(t, "RG311", []ruleTest{
		{"never", "exosphere: {max_delay: 8001}", "4:28 the cap of 8.001s is never reached: the longest wait of 3 retries is 8s"},
		{"by the last", "exosphere: {max_delay: 8000}", ""},
		{"by default", "prodigy: {}", ""},
		{"for ever", "temporal: {maximum_interval: 100000h}", ""},
		{"by jitter", "prodigy: {max_delay: 2001ms, jitter: true}", ""},
		{"decorrelated", "smithy: {backoff_strategy: {backoff_scale_value: 1, max_backoff: 20, jitter_type: DECORRELATED}}",
			"4:70 the cap of 20s is never reached: the longest wait of 2 retries is 13s"},
		{"no retries", "exosphere: {max_retries: 0, max_delay: 8000}", ""},
		{"null", "exosphere: {max_delay: null}", ""},
	})
}

func TestIdleKey(t *testing.T) {
	testRule(t, "RG215", []ruleTest{
		{"initial delay", "prodigy: {initial_delay: 1s, backoff: {custom: {delays: [[1, 0], [2, 0]]}}}", "4:15 initial_delay has no effect: the delays of a custom backoff take its place"},
		{"jitter of nothing", "httpx: {backoff_jitter: 0.5}", "4:13 backoff_jitter has no effect: backoff_factor is 0, so there is no wait to apply jitter to"},
		{"one attempt", "temporal: {maximum_attempts: 1, maximum_interval: 5s}", "4:37 maximum_interval has no effect: a policy of one attempt never waits"},
		{"one reading", "temporal: {}\nfidelity: implemented", "5:5 fidelity has no effect: for this policy, the documentation and the code of Temporal agree"},
		{"two readings", "prodigy: {jitter: true}\nfidelity: implemented", ""},
		{"the default", "temporal: {}\nfidelity: documented", ""},
		{"one attempt alone", "temporal: {maximum_attempts: 1}", ""},
	})
}
