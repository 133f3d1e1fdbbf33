package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// simulationSpec is a spec of two policies, for the tests of simulate.
const simulationSpec = `version: 1
policies:
  search:
    httpx: {total: 2, backoff_factor: 0.05, backoff_jitter: 0.2}
    errors: {retry: [timeout, {status: [503]}]}
  guarded:
    httpx: {total: 2, backoff_factor: 0.05, backoff_jitter: 0.2}
    errors: {retry: [timeout, {status: [409, 503]}]}
    quota: {}
`

// simulated runs simulate over the spec and returns what it prints.
func simulated(t *testing.T, args ...string) []byte {
	t.Helper()
	spec := filepath.Join(t.TempDir(), "search.retry.yaml")
	if err := os.WriteFile(spec, []byte(simulationSpec), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, trouble bytes.Buffer
	if code := run(append([]string{"simulate", spec}, args...), nil, &out, &trouble); code != exitOK {
		t.Fatalf("exit code %d: %s", code, trouble.String())
	}
	return out.Bytes()
}

// simulations are commands whose reports have all keys, null or not.
var simulations = map[string][]string{
	"spike":      {"--scenario", "spike", "--clients", "2", "--spike", "5", "--capacity", "50", "--timeout", "750ms", "--seeds", "3", "--search"},
	"one seed":   {"--scenario", "outage", "--clients", "1", "--rate", "2", "--seeds", "1"},
	"flaky":      {"--scenario", "flaky", "--clients", "2", "--seeds", "2"},
	"contention": {"--scenario", "contention", "--clients", "5", "--seeds", "2"},
	"against":    {"--scenario", "brownout", "--clients", "2", "--capacity", "30", "--seeds", "2", "--against", "SPEC"},
}

// TestReportSchema: every report follows the published JSON Schema, which names
// every key that there is.
func TestReportSchema(t *testing.T) {
	text, err := os.ReadFile("../../docs/simulate.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	closed := strings.ReplaceAll(string(text), `"type": "object",`, `"type": "object", "additionalProperties": false,`)
	schema, err := jsonschema.CompileString("simulate.schema.json", closed)
	if err != nil {
		t.Fatal(err)
	}
	for name, args := range simulations {
		if last := len(args) - 1; args[last] == "SPEC" {
			old := filepath.Join(t.TempDir(), "search.retry.yaml")
			if err := os.WriteFile(old, []byte(simulationSpec), 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args[:last:last], old)
		}
		var report any
		printed := simulated(t, append(args, "--format", "json")...)
		if err := json.Unmarshal(printed, &report); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(report); err != nil {
			t.Errorf("%s: %#v", name, err)
		}
		checkNumbers(t, printed)
		if again := simulated(t, append(args, "--format", "json")...); !bytes.Equal(withoutSource(printed), withoutSource(again)) {
			t.Errorf("%s: the same seeds give other bytes", name)
		}
	}
}

// withoutSource leaves out the lines that name the spec, whose directory differs.
func withoutSource(text []byte) []byte {
	var kept [][]byte
	for line := range bytes.Lines(text) {
		if !bytes.Contains(line, []byte(`"source"`)) {
			kept = append(kept, line)
		}
	}
	return bytes.Join(kept, nil)
}

// checkNumbers: numbers have at most nine digits and no exponent.
func checkNumbers(t *testing.T, text []byte) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err != nil {
			return
		}
		number, ok := token.(json.Number)
		if !ok {
			continue
		}
		value, err := number.Float64()
		digits := strings.Trim(strings.ReplaceAll(strings.TrimLeft(number.String(), "-"), ".", ""), "0")
		if err != nil || math.IsInf(value, 0) || len(digits) > 9 || strings.ContainsAny(number.String(), "eE") {
			t.Errorf("number %s", number)
		}
	}
}
