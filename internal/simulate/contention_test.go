package simulate

import (
	"math"
	"testing"
)

// smithy returns a policy with waits of 10 ms × 2^(n−1), at most 2 s, as the blog
// has them from the first retry on.
func smithy(jitter string) string {
	return "smithy: {retry_mode: standard, max_attempts: 5000, retry_quota: null, backoff_strategy: {backoff_scale_value: 0.01, max_backoff: 2, jitter_type: " + jitter + "}}"
}

// TestContention compares the figures of the AWS architecture blog's model,
// as its published simulator gives them (100 runs each): how long 100 clients take
// until all have written one row, and how many writes they try.
func TestContention(t *testing.T) {
	const conflicts = "\n    errors: {retry: [{status: 409}]}"
	m := Default()
	m.Scenario = Contention
	for _, test := range []struct {
		name, block string
		seconds     float64
		attempts    float64 // of all clients
	}{
		{"no backoff", "httpx: {total: 5000, backoff_factor: 0}", 2.033, 2418},
		{"exponential", smithy("NONE"), 63.13, 1857},
		{"full jitter", smithy("FULL"), 4.88, 795},
	} {
		s := run(t, m, 100, test.block+conflicts).Simulations[0]
		seconds, attempts := float64(s.Completion.Mean), float64(s.Attempts.Mean)
		// Both are means of 100 runs: four times the error of their difference.
		if math.Abs(seconds-test.seconds) > 4*math.Sqrt2*float64(s.Completion.SD)/10 {
			t.Errorf("%s: completion after %v s, want %v", test.name, seconds, test.seconds)
		}
		if math.Abs(attempts-test.attempts) > 4*math.Sqrt2*float64(s.Attempts.SD)/10 {
			t.Errorf("%s: %v attempts, want %v", test.name, attempts, test.attempts)
		}
		if s.SuccessRate.Mean != 1 {
			t.Errorf("%s: %v of the clients have written", test.name, s.SuccessRate.Mean)
		}
	}
}
