package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/schema"
)

// load returns the spec with the given text, which must have no error.
func load(t testing.TB, text string) *schema.Spec {
	t.Helper()
	spec, found := schema.Load("x.retry.yaml", []byte(text))
	if found.HasErrors() {
		t.Fatalf("%v in\n%s", found, text)
	}
	return spec
}

// policySpec is a spec with the policy p, whose keys begin at line 4 and
// column 5.
func policySpec(keys string) string {
	return "version: 1\npolicies:\n  p:\n    " + strings.ReplaceAll(keys, "\n", "\n    ") + "\n"
}

// findings returns the findings of one rule, as "LINE:COLUMN message".
func findings(t testing.TB, text, rule string) []string {
	t.Helper()
	var got []string
	for _, d := range Check(load(t, text), Code{}) {
		if d.Rule == rule {
			got = append(got, fmt.Sprintf("%d:%d %s", d.Pos.Line, d.Pos.Column, d.Message))
		}
	}
	return got
}

// ruleTest is a policy, or a whole spec, and what a rule says about it.
type ruleTest struct {
	name, keys string
	want       string // empty: nothing
}

// testRule checks the findings of one rule.
func testRule(t *testing.T, rule string, tests []ruleTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := test.keys
			if !strings.HasPrefix(text, "version:") {
				text = policySpec(text)
			}
			got := strings.Join(findings(t, text, rule), "\n")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("findings of %s (-want +got):\n%s\nin\n%s", rule, diff, text)
			}
		})
	}
}

// TestRulesAreInTheTable makes sure that schema.Rules documents all rules here,
// and that no two have one id.
func TestRulesAreInTheTable(t *testing.T) {
	known := map[string]bool{}
	for _, r := range schema.Rules() {
		known[r.ID] = true
	}
	seen := map[string]bool{}
	for _, r := range rules {
		if !known[r.ID] || seen[r.ID] {
			t.Errorf("rule %s: in the table %v, twice here %v", r.ID, known[r.ID], seen[r.ID])
		}
		seen[r.ID] = true
	}
}

// TestHugeNumbers makes sure that no number of a spec makes a check
// slow or wrong by overflow: nothing may be negative.
func TestHugeNumbers(t *testing.T) {
	for _, keys := range []string{
		"exosphere: {max_retries: 2147483646, backoff_factor: 9223372036854, exponent: 2147483647}\ntotal_timeout: 2562047h\nattempt_timeout: 2562047h",
		"exosphere: {max_retries: 2147483646, strategy: LINEAR_EQUAL_JITTER, backoff_factor: 1}\ntotal_timeout: 1ns\nattempt_timeout: 1ns",
		"prodigy: {attempts: 2147483647, initial_delay: 0s, retry_budget: 0s}",
		"prodigy: {attempts: 2147483647, jitter: true, jitter_factor: 1000000000000000000000000000000, max_delay: 290y}",
		"temporal: {initial_interval: 876000h, backoff_coefficient: Infinity}",
		"httpx: {total: 2147483646, backoff_factor: 9223372036, max_backoff_wait: 9223372036, total_timeout: 0.000000001}",
		"smithy: {max_attempts: 2147483647, backoff_strategy: {backoff_scale_value: 9223372036, max_backoff: 9223372036, jitter_type: DECORRELATED}}\ntotal_timeout: 1h",
	} {
		text := policySpec(keys) + "layers: {below: [{name: a, attempts: 1000}, {name: b, attempts: 1000}], above: [{name: c, attempts: 1000}]}\n"
		for _, d := range Check(load(t, text), Code{}) {
			if strings.Contains(d.Message+d.Hint, " -") || strings.Contains(d.Message+d.Hint, "NaN") || strings.Contains(d.Message, "Inf") {
				t.Errorf("%s\n%s\n%s", keys, d, d.Hint)
			}
		}
	}
}

// TestWording holds every finding of the tests to the form of findings.
func TestWording(t *testing.T) {
	for _, keys := range []string{
		"exosphere: {max_retries: 7, max_delay: 5000}\ntotal_timeout: 20s\nattempt_timeout: 30s\nretry_after: {respect: false}",
		"exosphere: {strategy: LINEAR, exponent: 3}\nerrors: {retry: [context.Canceled, {pattern: x}, {pattern: x}], stop: [{pattern: '.*'}]}",
		"temporal: {}", "httpx: {}", "smithy: {}", "prodigy: {attempts: 1, max_delay: 5s}",
	} {
		for _, d := range Check(load(t, policySpec(keys)), Code{}) {
			if strings.HasSuffix(d.Message, ".") || strings.HasSuffix(d.Hint, ".") || d.Message == "" || !d.Pos.IsValid() {
				t.Errorf("%q with hint %q at %v", d.Message, d.Hint, d.Pos)
			}
		}
	}
}
