package schema

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSchemaDefaults writes out the defaults of each definition, and expects
// what leaving them out gives.
func TestSchemaDefaults(t *testing.T) {
	for definition, format := range map[string]string{
		"exosphere":          `{"exosphere": %s}`,
		"prodigy":            `{"prodigy": %s}`,
		"prodigyExponential": `{"prodigy": {"backoff": {"exponential": %s}}}`,
		"temporal":           `{"temporal": %s}`,
		"httpx":              `{"httpx": %s}`,
		"smithy":             `{"smithy": %s}`,
		"smithyBackoff":      `{"smithy": {"backoff_strategy": %[1]s, "throttling_backoff_strategy": %[1]s}}`,
		"retryAfter":         `{"exosphere": {}, "retry_after": %s}`,
		"quota":              `{"exosphere": {}, "quota": %s}`,
		"circuitBreaker":     `{"exosphere": {}, "circuit_breaker": %s}`,
		"smithyQuota":        `{"smithy": {"retry_quota": %s}}`,
	} {
		object := schemaData(t)["definitions"].(map[string]any)[definition].(map[string]any)
		defaults := make(map[string]any)
		for name, property := range object["properties"].(map[string]any) {
			p := property.(map[string]any)
			if all, ok := p["allOf"].([]any); ok && name == strings.ToLower(name) {
				_, referred, _ := strings.Cut(all[0].(map[string]any)["$ref"].(string), "#/definitions/")
				p = schemaData(t)["definitions"].(map[string]any)[referred].(map[string]any)
			}
			if value, ok := p["default"]; ok && p["doNotSuggest"] == nil {
				defaults[name] = value
			}
		}
		written, err := json.Marshal(defaults)
		if err != nil {
			t.Fatal(err)
		}
		short, long := policyOf(t, fmt.Sprintf(format, "{}")), policyOf(t, fmt.Sprintf(format, written))
		if diff := cmp.Diff(short, long); diff != "" || len(defaults) == 0 {
			t.Errorf("%s: %d defaults (-left out +written):\n%s", definition, len(defaults), diff)
		}
	}
}

// TestQuotedNumbersAreNumbers where a system writes them so.
func TestQuotedNumbersAreNumbers(t *testing.T) {
	plain := policyOf(t, `{"temporal": {"backoffCoefficient": 2.5, "maximumAttempts": 5}}`)
	quoted := policyOf(t, `{"temporal": {"backoffCoefficient": "2.5", "maximumAttempts": "5"}}`)
	if diff := cmp.Diff(plain, quoted); diff != "" {
		t.Errorf("quoted (-plain +quoted):\n%s", diff)
	}
}

// TestNullIsUnset expects of null what its system makes of it: the default.
func TestNullIsUnset(t *testing.T) {
	for dialect, keys := range map[string][]string{
		"temporal": {
			"initial_interval", "backoff_coefficient", "maximum_interval", "maximum_attempts", "non_retryable_error_types",
			"initialInterval", "backoffCoefficient", "maximumInterval", "maximumAttempts", "nonRetryableErrorTypes",
		},
		"smithy":    {"max_attempts"},
		"exosphere": {"max_delay"},
		"prodigy":   {"retry_budget"},
		"httpx":     {"total_timeout"},
	} {
		unset := policyOf(t, fmt.Sprintf(`{%q: {}}`, dialect))
		for _, key := range keys {
			if diff := cmp.Diff(unset, policyOf(t, fmt.Sprintf(`{%q: {%q: null}}`, dialect, key))); diff != "" {
				t.Errorf("%s: %s (-left out +null):\n%s", dialect, key, diff)
			}
		}
	}
}

func policyOf(t *testing.T, text string) *Policy {
	t.Helper()
	spec, found := Load("x.json", []byte(`{"version": 1, "policies": {"p": `+text+`}}`))
	if len(found) != 0 {
		t.Fatalf("%s: %v", text, found)
	}
	return spec.Policies[0]
}
