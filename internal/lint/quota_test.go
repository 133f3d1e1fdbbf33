package lint

import (
	"testing"
)

func TestSmallQuota(t *testing.T) {
	testRule(t, "RG225", []ruleTest{
		{"too small", "exosphere: {max_retries: 4}\nquota: {capacity: 30, retry_cost: 10}", "5:12 the full quota pays for 3 of the 4 retries of one call"},
		{"just enough", "exosphere: {max_retries: 3}\nquota: {capacity: 30, retry_cost: 10}", ""},
		{"gRPC", "exosphere: {max_retries: 5}\nquota: {max_tokens: 10, token_ratio: 0.1}", "5:12 the full quota pays for 4 of the 5 retries of one call"},
		{"gRPC, just enough", "exosphere: {max_retries: 5}\nquota: {max_tokens: 11, token_ratio: 0.1}", ""},
		{"of Smithy", "smithy: {max_attempts: 4, retry_quota: {initial_capacity: 28}}", "4:63 the full quota pays for 2 of the 3 retries of one call"},
		{"of Smithy, by default", "smithy: {max_attempts: 37}", "4:13 the full quota pays for 35 of the 36 retries of one call"},
		{"unlimited", "temporal: {}\nquota: {}", ""},
		{"default", "exosphere: {}\nquota: {}", ""},
	})
}

func TestNoQuota(t *testing.T) {
	testRule(t, "RG315", []ruleTest{
		{"many", "exosphere: {max_retries: 3}", "3:3 a server that is down gets up to 4 times its load, because no quota bounds the retries of all calls together"},
		{"few", "exosphere: {max_retries: 2}", ""},
		{"unlimited", "temporal: {}", "3:3 a server that is down gets as many requests as time allows, because no quota bounds the retries of all calls together"},
		{"quota", "exosphere: {}\nquota: {}", ""},
		{"breaker", "exosphere: {}\ncircuit_breaker: {}", ""},
		{"of Smithy", "smithy: {max_attempts: 9}", ""},
	})
}
