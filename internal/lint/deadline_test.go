package lint

import (
	"testing"
)

func TestUnreachableRetry(t *testing.T) {
	testRule(t, "RG170", []ruleTest{
		{"waits", "exosphere: {max_retries: 5, backoff_factor: 1000}\ntotal_timeout: 7s",
			"5:20 retry 3 of 5 can never start: the waits up to it are 7s at least, and total_timeout is 7s"},
		{"a nanosecond is enough", "exosphere: {max_retries: 3, backoff_factor: 1000}\ntotal_timeout: 7.000000001s", ""},
		{"jitter can be short", "exosphere: {max_retries: 5, strategy: EXPONENTIAL_FULL_JITTER}\ntotal_timeout: 1s", ""},
		{"equal jitter is half at least", "exosphere: {max_retries: 1, strategy: FIXED_EQUAL_JITTER, backoff_factor: 1000}\ntotal_timeout: 500ms",
			"5:20 retry 1 of 1 can never start: the waits up to it are 500ms at least, and total_timeout is 500ms"},
		{"time is the only bound", "temporal: {}\ntotal_timeout: 10s", ""},
		{"no bound", "exosphere: {max_retries: 50}", ""},
		{"budget spent to the end", "prodigy: {attempts: 3, initial_delay: 1s, retry_budget: 3s}", ""},
		{"budget", "prodigy: {attempts: 3, initial_delay: 1s, retry_budget: 2999ms}",
			"4:61 retry 2 of 2 can never start: the waits up to it are 3s at least, and retry_budget is 2.999s"},
		{"budget of nothing", "prodigy: {initial_delay: 1s, retry_budget: 0s}",
			"4:48 retry 1 of 2 can never start: the waits up to it are 1s at least, and retry_budget is 0s"},
		{"shortened last wait", "httpx: {total: 3, backoff_factor: 1, backoff_jitter: 0, total_timeout: 3.5}", ""},
		{"nothing left to shorten", "httpx: {total: 3, backoff_factor: 1, backoff_jitter: 0, total_timeout: 3}",
			"4:76 retry 3 of 3 can never start: the waits up to it are 7s at least, and total_timeout is 3s"},
		{"the shorter of two backoffs", "smithy: {max_attempts: 2, backoff_strategy: {backoff_scale_value: 1, jitter_type: NONE}}\ntotal_timeout: 1s", ""},
	})
}

func TestAttemptOutlastsCall(t *testing.T) {
	testRule(t, "RG171", []ruleTest{
		{"longer", "exosphere: {}\nattempt_timeout: 10s\ntotal_timeout: 9s",
			"5:22 an attempt may take 10s and the whole call 9s, so an attempt that hangs leaves no time for a retry"},
		{"equal", "exosphere: {}\nattempt_timeout: 9s\ntotal_timeout: 9s",
			"5:22 an attempt may take 9s and the whole call 9s, so an attempt that hangs leaves no time for a retry"},
		{"shorter", "exosphere: {}\nattempt_timeout: 8s\ntotal_timeout: 9s", ""},
		{"no total", "exosphere: {}\nattempt_timeout: 8s", ""},
		{"method", policySpec("exosphere: {}\ntotal_timeout: 9s") + "clients:\n  C:\n    wraps: G\n    methods:\n      A: {policy: p, attempt_timeout: 1m}\n      B: {policy: p, attempt_timeout: 1s}\n",
			"10:39 an attempt may take 1m0s and the whole call 9s, so an attempt that hangs leaves no time for a retry"},
	})
}

func TestWorstCall(t *testing.T) {
	testRule(t, "RG217", []ruleTest{
		{"attempts and waits", "exosphere: {max_retries: 2, backoff_factor: 1000}\nattempt_timeout: 3s\ntotal_timeout: 10s",
			"6:20 3 attempts of 3s and the longest waits take 12s, and total_timeout is 10s: retry 2 is cut short"},
		{"fits exactly", "exosphere: {max_retries: 2, backoff_factor: 1000}\nattempt_timeout: 3s\ntotal_timeout: 12s", ""},
		{"wait ends at the bound", "exosphere: {max_retries: 2, backoff_factor: 1000}\nattempt_timeout: 3s\ntotal_timeout: 9s",
			"6:20 3 attempts of 3s and the longest waits take 12s, and total_timeout is 9s: retry 2 does not start"},
		{"waits alone", "exosphere: {max_retries: 2, strategy: FIXED_FULL_JITTER}\ntotal_timeout: 3s",
			"5:20 the longest waits alone take 4s, and total_timeout is 3s: retry 2 does not start"},
		{"said better", "exosphere: {max_retries: 2, backoff_factor: 1000}\ntotal_timeout: 2s", ""},
		{"no limit of attempts", "temporal: {}\ntotal_timeout: 10s\nattempt_timeout: 1s", ""},
		{"no retries", "exosphere: {max_retries: 0}\nattempt_timeout: 9s\ntotal_timeout: 1s", ""},
	})
}
