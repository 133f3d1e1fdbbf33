package lint

import (
	"testing"

	"github.com/retrygen/retrygen/schema"
)

func TestNoBound(t *testing.T) {
	const message = "a call has no limit: neither attempts nor time"
	testRule(t, "RG211", []ruleTest{
		{"by default", "temporal: {}", "4:5 " + message},
		{"written", "temporal: {maximumAttempts: 0}", "4:33 " + message},
		{"attempts", "temporal: {maximumAttempts: 3}", ""},
		{"time", "temporal: {}\ntotal_timeout: 1m", ""},
	})
}

func TestNoAttemptTimeout(t *testing.T) {
	const method = "clients:\n  C:\n    wraps: G\n    methods:\n      A: {policy: p, attempt_timeout: 1s}\n"
	testRule(t, "RG212", []ruleTest{
		{"none", "exosphere: {}", "3:3 nothing ends an attempt that hangs, so the call hangs too"},
		{"total alone", "exosphere: {}\ntotal_timeout: 1m", "3:3 an attempt that hangs takes all 1m0s of the call, and is never retried"},
		{"one", "exosphere: {}\nattempt_timeout: 1m", ""},
		{"no retries", "exosphere: {max_retries: 0}", ""},
		{"of the method", policySpec("exosphere: {}") + method, ""},
		{"not of another method", policySpec("exosphere: {}") + method + "      B: p\n", "3:3 nothing ends an attempt that hangs, so the call hangs too"},
		{"not of unnamed methods", policySpec("exosphere: {}") + method + "  D: {wraps: G, policy: p}\n", "3:3 nothing ends an attempt that hangs, so the call hangs too"},
	})
}

// TestMethodsWithoutContext: nobody is told to write what could not work.
func TestMethodsWithoutContext(t *testing.T) {
	spec := load(t, "version: 1\npolicies: {a: {exosphere: {}}, b: {exosphere: {}}}\n")
	var got []schema.Pointer
	for _, d := range Check(spec, Code{WithoutContext: []string{"a"}}) {
		if d.Rule == "RG212" {
			got = append(got, d.Pointer)
		}
	}
	if len(got) != 1 || got[0] != "/policies/b" {
		t.Errorf("findings at %v, want one at /policies/b", got)
	}
}

func TestIgnoredHint(t *testing.T) {
	const message = "the policy retries a busy server without honoring its Retry-After"
	testRule(t, "RG219", []ruleTest{
		{"every error", "exosphere: {}\nretry_after: {respect: false}", "5:28 " + message},
		{"httpx", "httpx: {respect_retry_after_header: false}", "4:41 " + message},
		{"not busy", "httpx: {respect_retry_after_header: false, status_forcelist: [500]}", ""},
		{"stopped", "exosphere: {}\nretry_after: {respect: false}\nerrors: {stop: [rate_limit, server_error]}", ""},
		{"one stopped", "exosphere: {}\nretry_after: {respect: false}\nerrors: {stop: [rate_limit]}", "5:28 " + message},
		{"not retried", "exosphere: {}\nretry_after: {respect: false}\nerrors: {retry: [network]}", ""},
		{"respected", "exosphere: {}\nretry_after: {max: 1s}", ""},
		{"of the dialect", "fidelity: implemented\nsmithy: {retry_mode: simple}", ""},
	})
	testRule(t, "RG310", []ruleTest{
		{"unbounded", "exosphere: {}", "3:3 a server may request a delay of any length, and the call waits for it"},
		{"bounded", "exosphere: {}\nretry_after: {max: 1s}", ""},
		{"bounded by time", "exosphere: {}\ntotal_timeout: 1m", ""},
		{"bounded by a budget", "prodigy: {retry_budget: 1m}", ""},
		{"bounded by the dialect", "httpx: {}", ""},
		{"ignored", "exosphere: {}\nretry_after: {respect: false}", ""},
	})
}
