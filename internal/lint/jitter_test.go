package lint

import (
	"testing"
)

func TestNoJitter(t *testing.T) {
	const message = "the waits have no jitter: clients that fail together retry together"
	testRule(t, "RG210", []ruleTest{
		{"by default", "exosphere: {}", "4:5 " + message},
		{"chosen", "exosphere: {strategy: LINEAR}", "4:27 " + message},
		{"full", "exosphere: {strategy: FIXED_FULL_JITTER}", ""},
		{"cut off", "exosphere: {strategy: FIXED_EQUAL_JITTER, max_delay: 1000}", "4:27 the jitter has no effect: every wait is cut to max_delay"},
		{"not all cut off", "exosphere: {strategy: FIXED_EQUAL_JITTER, max_delay: 1001}", ""},
		{"off", "prodigy: {jitter: false}", "4:23 " + message},
		{"factor 0", "prodigy: {jitter: true, jitter_factor: 0}", "4:44 " + message},
		{"factor alone", "prodigy: {jitter_factor: 0.5}", "4:30 " + message},
		{"one attempt", "exosphere: {max_retries: 0}", ""},
		{"no waits", "httpx: {backoff_jitter: 0}", ""},
		{"one of two backoffs", "smithy: {backoff_strategy: {jitter_type: NONE}}", "4:46 " + message},
		{"not to be had", "temporal: {}", ""},
	})
	testRule(t, "RG314", []ruleTest{
		{"Temporal", "temporal: {}", "4:5 temporal has no jitter: clients that fail together retry together"},
		{"one attempt of Temporal", "temporal: {maximum_attempts: 1}", ""},
		{"others have it", "exosphere: {}", ""},
	})
}

func TestJitterBeyondWait(t *testing.T) {
	testRule(t, "RG224", []ruleTest{
		{"beyond", "prodigy: {jitter: true, jitter_factor: 2}", "4:44 the jitter is longer than the wait: 25 % of the retries follow at once"},
		{"all of it", "prodigy: {jitter: true, jitter_factor: 1}", ""},
		{"half of it", "fidelity: implemented\nprodigy: {jitter: true, jitter_factor: 2}", ""},
		{"no retries", "prodigy: {attempts: 1, jitter: true, jitter_factor: 2}", ""},
	})
}
