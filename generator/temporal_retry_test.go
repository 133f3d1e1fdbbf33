package generator_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// retryPolicyCases are policies with the values of the RetryPolicy that a server
// is told of them.
var retryPolicyCases = []struct {
	name, policy string
	want         []string
}{
	{"all of it", "temporal: {initial_interval: 2s, backoff_coefficient: 1.5, maximum_interval: 1m, maximum_attempts: 7, non_retryable_error_types: [A, 'TemporalTimeout:StartToClose']}",
		[]string{"2 * time.Second", "1.5", "time.Minute", "7", `[]string{"A", "TemporalTimeout:StartToClose"}`}},
	{"unlimited", "temporal: {initial_interval: 1s}", []string{"time.Second", "2", "100 * time.Second"}},
	{"no cap", "exosphere: {max_retries: 3, strategy: EXPONENTIAL}", []string{"2 * time.Second", "2", "876000 * time.Hour", "4"}},
	{"cap below the first wait", "exosphere: {strategy: FIXED, backoff_factor: 5000, max_delay: 1000}", []string{"time.Second", "1", "time.Second", "4"}},
	{"shrinking", "prodigy: {attempts: 2, backoff: {exponential: {base: 0.5}}}", []string{"time.Second", "1", "30 * time.Second", "2"}},
	{"no wait", "httpx: {total: 1}", []string{"time.Millisecond", "1", "2 * time.Minute", "2"}},
	{"final types", "exosphere: {}, errors: {stop: [{type: A}, timeout, {pattern: b}]}", []string{"2 * time.Second", "2", "876000 * time.Hour", "4", `[]string{"A"}`}},
}

// TestTemporalRetryPolicy looks at what a server is told of policies.
func TestTemporalRetryPolicy(t *testing.T) {
	var policies []string
	for _, c := range retryPolicyCases {
		policies = append(policies, c.policy)
	}
	results := generateEngines(t, "temporal: {policies: [p]}", policies)
	for i, c := range retryPolicyCases {
		_, literal, _ := strings.Cut(contentOf(t, results[i], "temporal.go"), "return &temporal.RetryPolicy{\n")
		literal, _, _ = strings.Cut(literal, "\n\t}\n")
		var got []string
		for line := range strings.Lines(literal) {
			_, value, _ := strings.Cut(line, ":")
			got = append(got, strings.TrimSuffix(strings.TrimSpace(value), ","))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestPolicyNamedTemporal demands that the name of a policy means nothing.
func TestPolicyNamedTemporal(t *testing.T) {
	dir := t.TempDir()
	writeEnginePackages(t, dir)
	write(t, dir, map[string]string{"x.retry.yaml": `version: 1
output: out/
policies:
  temporal: {exosphere: {}, errors: {stop: [timeout]}}
  other: {exosphere: {}, errors: {stop: [timeout]}}
engines: {temporal: {policies: [temporal, other]}}
`})
	content := contentOf(t, generate(t, dir, "x.retry.yaml")[0], "temporal.go")
	if strings.Contains(content, "NonRetryableErrorTypes") {
		t.Errorf("a class became a type:\n%s", content)
	}
}
