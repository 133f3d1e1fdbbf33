package schema

import (
	"encoding/json"
	"fmt"
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

func policyOf(t *testing.T, text string) *Policy {
	t.Helper()
	spec, found := Load("x.json", []byte(`{"version": 1, "policies": {"p": `+text+`}}`))
	if len(found) != 0 {
		t.Fatalf("%s: %v", text, found)
	}
	return spec.Policies[0]
}
