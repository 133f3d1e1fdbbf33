package formats

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// beneath are the files that the specs of these tests can read.
var beneath = map[string]string{
	"graph.json": "{\"nodes\": [],\n \"retry_policy\": {\"max_retries\": 7, \"strategy\": \"FIXED\", \"exponent\": 3}}",
	"wrong.json": "{\"nodes\": [],\n \"retry_policy\": {\"max_retry\": 7, \"backoff_factor\": 0}}",
	"flow.yaml": `setup:
  - retry: {attempts: 2}
map:
  agent_template:
    - retry_config: {attempts: 5, initial_delay: 2s}
`,
	"service.json": `{"methodConfig": [{"name": [{}], "timeout": "9s", "retryPolicy": {"maxAttempts": 3, "initialBackoff": "1s",
  "maxBackoff": "5s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`,
	"states.json":    `{"Retry": [{"ErrorEquals": ["States.ALL"], "MaxAttempts": 4}]}`,
	"aws.json":       `{"retry_mode": "standard"}`,
	"envoy.yaml":     "route: {cluster: a, timeout: 9s, retry_policy: {retry_on: 5xx, num_retries: 6, retry_back_off: {base_interval: 0.1s}}}",
	"istio.yaml":     "{attempts: 6, perTryTimeout: 2s, retryOn: 5xx, backoff: 100ms}",
	"otel.yaml":      "{retry_on_failure: {max_elapsed_time: 1m}}",
	"openapi.json":   `{"x-speakeasy-retries": {"strategy": "attempt-count-backoff", "maxRetries": 2, "statusCodes": ["5XX"]}}`,
	"options.json":   `{"deep": {"policy": {"initialInterval": "3s"}}}`,
	"truncated.json": `{"retry_policy": {`,
	"plain.yaml":     "jobs: [build]\n",
}

func readBeneath(name string) ([]byte, error) {
	text, ok := beneath[name]
	if !ok {
		return nil, errors.New("there is no such file")
	}
	return []byte(text), nil
}

func loadWithFiles(text string) (*schema.Spec, schema.Diagnostics) {
	const name = "dir/x.retry.yaml"
	return schema.LoadFrom(name, []byte(text), Source(name, readBeneath))
}

// TestFrom checks what policies become that are read from other files.
func TestFrom(t *testing.T) {
	for _, test := range []struct {
		policy   string
		attempts int
		first    time.Duration
		total    time.Duration
	}{
		{"from: graph.json", 8, 2 * time.Second, 0},
		{"from: ./graph.json, dialect: exosphere", 8, 2 * time.Second, 0},
		{"from: {file: flow.yaml, pointer: /map/agent_template/0/retry_config}", 5, 2 * time.Second, 0},
		{"from: {file: flow.yaml, pointer: /map}", 5, 2 * time.Second, 0},
		{"from: {file: flow.yaml, pointer: /setup/0/retry}, total_timeout: 1m", 2, time.Second, time.Minute},
		{"from: service.json", 3, time.Second, 9 * time.Second},
		{"from: service.json, total_timeout: 5s", 3, time.Second, 5 * time.Second}, // the spec itself goes first
		{"from: {file: service.json}, dialect: gapic", 3, time.Second / 2, 9 * time.Second},
		{"from: {file: options.json, pointer: /deep/policy}", 0, 3 * time.Second, 0},
		{"from: {file: options.json, pointer: /deep/policy}, dialect: temporal", 0, 3 * time.Second, 0},
	} {
		spec, found := loadWithFiles("version: 1\npolicies: {p: {" + test.policy + "}}\n")
		if found.HasErrors() {
			t.Errorf("%s: %v", test.policy, []schema.Diagnostic(found))
			continue
		}
		p := compile.Policy(spec.Policies[0])
		if p.MaxAttempts != test.attempts || p.Backoff.First != test.first || p.TotalTimeout != test.total {
			t.Errorf("%s: %d attempts, first wait %s, total %s", test.policy, p.MaxAttempts, p.Backoff.First, p.TotalTimeout)
		}
	}
}

// TestOrigin demands that nothing said about a policy names the system whose
// words only carry it, or a reading that its own system does not have.
func TestOrigin(t *testing.T) {
	for file, system := range map[string]string{
		"service.json": "gRPC", "service.json, dialect: gapic": "gapic", "states.json": "Step Functions", "aws.json": "the AWS SDKs",
		"envoy.yaml": "Envoy", "istio.yaml": "Istio", "otel.yaml": "the OpenTelemetry Collector", "openapi.json": "Speakeasy",
	} {
		for _, fidelity := range []schema.Fidelity{schema.Documented, schema.Implemented} {
			spec, found := loadWithFiles("version: 1\npolicies: {p: {from: " + file + ", fidelity: " + string(fidelity) + "}}\n")
			if found.HasErrors() {
				t.Fatalf("%s: %v", file, []schema.Diagnostic(found))
			}
			p := compile.Policy(spec.Policies[0])
			said := p.System + " " + p.Words() + " " + strings.Join(p.Notes, " ")
			if p.System != system || strings.Contains(said, "Prodigy") || strings.Contains(said, "Smithy") || strings.Contains(said, "documented") {
				t.Errorf("%s: %q", file, said)
			}
			if want := 0.2; system == "gRPC" && p.Backoff.Amount != want {
				t.Errorf("%s, %s: jitter ± %v of the wait, want ± %v", file, fidelity, p.Backoff.Amount, want)
			}
		}
	}
}

// TestEnvoyWaits compares the longest waits of both readings of Envoy with those
// that its documentation has (0 to 24, 74 and 174 ms for the base of 25 ms), and
// the waits of its code.
func TestEnvoyWaits(t *testing.T) {
	for fidelity, want := range map[schema.Fidelity][]int{
		schema.Documented:  {100, 300, 700, 1000, 1000, 1000},
		schema.Implemented: {100, 200, 400, 800, 1000, 1000},
	} {
		for _, file := range []string{"envoy.yaml", "istio.yaml"} {
			spec, found := loadWithFiles("version: 1\npolicies: {p: {from: " + file + ", fidelity: " + string(fidelity) + "}}\n")
			if found.HasErrors() {
				t.Fatal([]schema.Diagnostic(found))
			}
			p := compile.Policy(spec.Policies[0])
			for i, longest := range want {
				low, high := p.Backoff.Bounds(i + 1)
				if low != 0 || high != time.Duration(longest)*time.Millisecond {
					t.Errorf("%s, %s: wait %d is from %s to %s, want up to %d ms", file, fidelity, i+1, low, high, longest)
				}
			}
			if p.MaxAttempts != 7 || p.Hint.Mode != policy.HintIgnored {
				t.Errorf("%s: %d attempts, hints %v", file, p.MaxAttempts, p.Hint)
			}
		}
	}
}

// TestFromFindings checks that findings have the place, and the pointer, of the
// file that is wrong.
func TestFromFindings(t *testing.T) {
	for _, test := range []struct{ policy, want string }{
		{"from: graph.json", "dir/graph.json:2:58: /retry_policy/exponent: the strategy FIXED does not use the exponent\n"},
		{"from: wrong.json", "dir/wrong.json:2:19: /retry_policy/max_retry: unknown field\n" +
			"dir/wrong.json:2:53: /retry_policy/backoff_factor: 0 is less than 1\n"},
		{"from: none.json", "dir/x.retry.yaml:2:22: /policies/p/from: there is no such file\n"},
		{"from: truncated.json", "dir/truncated.json:1:18: not valid JSON: unexpected end of JSON input\n"},
		{"from: flow.yaml", "dir/x.retry.yaml:2:22: /policies/p/from: \"dir/flow.yaml\" has 2 policies\n"},
		{"from: plain.yaml", "dir/x.retry.yaml:2:22: /policies/p/from: \"dir/plain.yaml\" has no policy that retrygen knows\n"},
		{"from: {file: flow.yaml, pointer: /setup/1}", "dir/x.retry.yaml:2:22: /policies/p/from: \"dir/flow.yaml\" has no policy at \"/setup/1\" that retrygen knows\n"},
		{"from: service.json, dialect: step-functions", "dir/x.retry.yaml:2:22: /policies/p/from: \"dir/service.json\" has no policy that retrygen knows\n"},
		{"from: graph.json, dialect: temporal", "dir/graph.json:2:19: /retry_policy/max_retries: unknown field\n" +
			"dir/graph.json:2:37: /retry_policy/strategy: unknown field\n" +
			"dir/graph.json:2:58: /retry_policy/exponent: unknown field\n"},
		{"from: graph.json, attempt_timeout: 1, exosphere: {}", "dir/x.retry.yaml:2:51: /policies/p/attempt_timeout: expected text, found the number 1\n" +
			"dir/x.retry.yaml:2:54: /policies/p/exosphere: \"from\" on line 2 excludes \"exosphere\"\n"},
	} {
		_, found := loadWithFiles("version: 1\npolicies: {p: {" + test.policy + "}}\n")
		var got strings.Builder
		for _, d := range found {
			fmt.Fprintln(&got, d)
		}
		if diff := cmp.Diff(test.want, got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.policy, diff)
		}
	}
}

// TestFromLater checks that findings of later stages point into the file too.
func TestFromLater(t *testing.T) {
	spec, _ := loadWithFiles("version: 1\npolicies: {p: {from: graph.json}}\n")
	d := spec.Finding(decode.UnusedBound, "/policies/p/exosphere/max_retries", true, "later", "")
	if got := d.String(); got != "dir/graph.json:2:19: /retry_policy/max_retries: later" {
		t.Error(got)
	}
	d = spec.Finding(decode.UnusedBound, "/policies/p", true, "later", "")
	if got := d.String(); got != "dir/x.retry.yaml:2:12: /policies/p: later" {
		t.Error(got)
	}
}

// TestFilesAreReadOnce counts the files, and bounds them.
func TestFilesAreReadOnce(t *testing.T) {
	var text strings.Builder
	text.WriteString("version: 1\npolicies:\n")
	for i := range maxFiles + 1 {
		fmt.Fprintf(&text, "  a%d: {from: graph.json}\n  b%d: {from: g%d/graph.json}\n", i, i, i)
	}
	reads := make(map[string]int)
	source := Source("x", func(name string) ([]byte, error) {
		reads[name]++
		return []byte(beneath["graph.json"]), nil
	})
	_, found := schema.LoadFrom("x", []byte(text.String()), source)
	if reads["graph.json"] != 1 || len(reads) != maxFiles {
		t.Errorf("graph.json was read %d times, and %d files in all", reads["graph.json"], len(reads))
	}
	if !found.HasErrors() {
		t.Errorf("no finding about too many files in %v", []schema.Diagnostic(found))
	}
}

// FuzzSource makes sure that no file and no reference crashes a spec that reads
// it, and that every finding has a place.
func FuzzSource(f *testing.F) {
	for _, text := range beneath {
		f.Add([]byte(text), "/setup/0", "")
	}
	f.Add([]byte(beneath["service.json"]), "", "gapic")
	f.Fuzz(func(t *testing.T, data []byte, pointer, dialect string) {
		text := fmt.Sprintf(`{"version": 1, "policies": {"p": {"from": {"file": "f", "pointer": %q}, "dialect": %q}, "q": {"from": "f"}}}`, pointer, dialect)
		_, found := schema.LoadFrom("x.retry.json", []byte(text), Source("x.retry.json", func(string) ([]byte, error) { return data, nil }))
		for _, d := range found {
			if d.Pos.Filename != "f" && d.Pos.Filename != "x.retry.json" || d.Pos.Line < 1 || d.Rule == document.Internal.ID {
				t.Fatalf("%s\n%s\n%v %s", text, data, d, d.Rule)
			}
		}
	})
}

// TestDialectKey demands that a spec can name every format.
func TestDialectKey(t *testing.T) {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name())
	}
	slices.Sort(names)
	if want := slices.Sorted(slices.Values(schema.Dialects())); !slices.Equal(names, want) {
		t.Errorf("the formats are %v, and a spec can name %v", names, want)
	}
}
