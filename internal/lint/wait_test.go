package lint

import (
	"testing"
)

func TestLongWait(t *testing.T) {
	testRule(t, "RG213", []ruleTest{
		{"no cap", "exosphere: {max_retries: 9}", "4:5 a caller may wait 8m32s between two attempts"},
		{"first wait", "exosphere: {max_retries: 9, backoff_factor: 2000}", "4:49 a caller may wait 8m32s between two attempts"},
		{"cap", "exosphere: {max_retries: 99, max_delay: 300001}", "4:45 a caller may wait 5m0.001s between two attempts"},
		{"five minutes", "exosphere: {max_retries: 99, max_delay: 300000}", ""},
		{"bounded by time", "exosphere: {max_retries: 99}\ntotal_timeout: 5m", ""},
		{"never made", "exosphere: {max_retries: 2, max_delay: 3000000}", ""},
		{"for ever", "temporal: {maximum_interval: 1h}", "4:34 a caller may wait 1h0m0s between two attempts"},
		{"listed", "prodigy: {max_delay: 1h, backoff: {custom: {delays: [[400, 0], [1, 0]]}}}", "4:26 a caller may wait 6m40s between two attempts"},
	})
}

func TestNoWait(t *testing.T) {
	testRule(t, "RG216", []ruleTest{
		{"default of httpx", "httpx: {}", "4:5 11 attempts follow each other without any wait"},
		{"zero", "prodigy: {initial_delay: 0s}", "4:30 3 attempts follow each other without any wait"},
		{"one retry at once", "httpx: {total: 1}", ""},
		{"wait", "httpx: {backoff_factor: 0.1}", ""},
		{"listed", "prodigy: {backoff: {custom: {delays: [[0, 0], [0, 1]]}}}", ""},
	})
}

func TestShortOutage(t *testing.T) {
	testRule(t, "RG312", []ruleTest{
		{"short", "smithy: {max_attempts: 2, throttling_backoff_strategy: {backoff_scale_value: 0.1}}",
			"4:28 all 2 attempts start within 100ms, if they fail at once: an outage of 5s fails the call"},
		{"at once", "httpx: {total: 1}", "4:20 all 2 attempts follow each other without a wait: an outage of 5s fails the call"},
		{"long enough", "exosphere: {max_retries: 2, backoff_factor: 1667}", ""},
		{"almost", "exosphere: {max_retries: 2, backoff_factor: 1666}",
			"4:30 all 3 attempts start within 4.998s, if they fail at once: an outage of 5s fails the call"},
		{"for ever", "temporal: {initial_interval: 1ns}", ""},
		{"no retries", "exosphere: {max_retries: 0}", ""},
	})
}

func TestNearZeroWait(t *testing.T) {
	testRule(t, "RG313", []ruleTest{
		{"likely", "exosphere: {strategy: FIXED_FULL_JITTER, backoff_factor: 50}",
			"4:27 1 in 5 first retries follow within 10ms, because full jitter may draw a wait close to zero"},
		{"always", "exosphere: {strategy: FIXED_FULL_JITTER, backoff_factor: 10}",
			"4:27 every first retry follows within 10ms, because full jitter may draw a wait close to zero"},
		{"unlikely", "exosphere: {strategy: FIXED_FULL_JITTER, backoff_factor: 101}", ""},
		{"equal jitter", "exosphere: {strategy: FIXED_EQUAL_JITTER, backoff_factor: 50}", ""},
		{"no retries", "exosphere: {max_retries: 0, strategy: FIXED_FULL_JITTER, backoff_factor: 50}", ""},
	})
}

func TestCustomDelays(t *testing.T) {
	testRule(t, "RG218", []ruleTest{
		{"short", "prodigy: {attempts: 4, backoff: {custom: {delays: [[1, 0]]}}}",
			"4:55 retry 2 and later wait max_delay, 30s: 1 delay is listed for 3 retries"},
		{"long", "prodigy: {attempts: 2, backoff: !custom {delays: [[1, 0], [2, 0]]}}",
			"4:54 2 delays are listed, and 1 retry is made: the last ones are never used"},
		{"fitting", "prodigy: {attempts: 2, backoff: {custom: {delays: [[1, 0]]}}}", ""},
		{"no retries", "prodigy: {attempts: 1, backoff: {custom: {delays: [[1, 0]]}}}", ""},
	})
}
