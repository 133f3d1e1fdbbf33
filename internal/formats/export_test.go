package formats

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// loadPolicy returns the policy of a spec of one line.
func loadPolicy(t testing.TB, text string) *schema.Policy {
	t.Helper()
	whole := "version: 1\npolicies: {p: {" + text + "}}\n"
	if strings.Contains(text, "allowed_methods") {
		whole += "clients: {C: {http: {policy: p}}}\n"
	}
	spec, found := schema.Load("x.retry.yaml", []byte(whole))
	if found.HasErrors() {
		t.Fatalf("%s: %v", text, []schema.Diagnostic(found))
	}
	return spec.Policies[0]
}

// imported reads a file with one policy.
func imported(t testing.TB, text, dialect string, fidelity schema.Fidelity) *schema.Policy {
	t.Helper()
	f := Read("x", []byte(text), dialect)
	spec, found := SpecText("x.retry.yaml", f)
	if found.HasErrors() || len(f.Policies) != 1 {
		t.Fatalf("%s\n%v", text, []schema.Diagnostic(found))
	}
	whole := strings.Replace(string(spec), "\n  x:\n", "\n  x:\n    fidelity: "+string(fidelity)+"\n", 1)
	loaded, found := schema.Load("x.retry.yaml", []byte(whole))
	if found.HasErrors() {
		t.Fatalf("%s\n%v", whole, []schema.Diagnostic(found))
	}
	return loaded.Policies[0]
}

// TestVerdicts checks what exports to each target are said to be.
func TestVerdicts(t *testing.T) {
	const codes = "errors: {retry: [{grpc: [UNAVAILABLE]}]}"
	for _, test := range []struct {
		policy, to string
		verdict    Verdict
		codes      string
		perWait    time.Duration
	}{
		{"temporal: {maximum_attempts: 4}", "temporal", Exact, "L20", 0},
		{"exosphere: {}", "exosphere", Exact, "", 0},
		{"exosphere: {strategy: LINEAR_EQUAL_JITTER, max_delay: 5000}", "exosphere", Exact, "L20", 0},
		{"exosphere: {}", "temporal", Exact, "L20", 0},
		{"exosphere: {strategy: FIXED}", "prodigy", Exact, "L20", 0},
		{"exosphere: {strategy: FIXED, backoff_factor: 1000}", "step-functions", Exact, "L16", 0},
		{"exosphere: {strategy: EXPONENTIAL_FULL_JITTER, backoff_factor: 1000}", "step-functions", Bounded, "L02 L16", 0},
		{"exosphere: {strategy: FIXED, backoff_factor: 1400}", "step-functions", Bounded, "L02 L16", 400 * time.Millisecond},
		{"exosphere: {strategy: FIXED_FULL_JITTER, backoff_factor: 1000}", "temporal", Bounded, "L05 L20", 500 * time.Millisecond},
		{"exosphere: {strategy: LINEAR, backoff_factor: 1000}", "temporal", Bounded, "L18 L20", 268 * time.Millisecond},
		{"temporal: {}", "exosphere", Lossy, "L01", 0},
		{"temporal: {backoff_coefficient: 1.5, maximum_attempts: 4}", "exosphere", Bounded, "L18", 1750 * time.Millisecond},
		{"temporal: {maximum_attempts: 3, non_retryable_error_types: [A]}", "exosphere", Lossy, "L08", 0},
		{"temporal: {maximum_attempts: 3, non_retryable_error_types: [A]}", "step-functions", Exact, "L16", 0},
		{"exosphere: {}, errors: {retry: [timeout]}", "temporal", Lossy, "L07 L20", 0},
		{"exosphere: {}, errors: {retry: [timeout, {pattern: x}]}", "prodigy", Exact, "L20 L20", 0},
		{"exosphere: {}, errors: {stop: [ErrGone]}", "prodigy", Lossy, "L08 L20", 0},
		{"exosphere: {}, total_timeout: 30s", "temporal", Lossy, "L03 L20", 0},
		{"exosphere: {}, attempt_timeout: 30s", "temporal", Lossy, "L04 L20", 0},
		{"exosphere: {strategy: FIXED, backoff_factor: 1000}, attempt_timeout: 30s", "step-functions", Exact, "L16", 0},
		{"exosphere: {}, quota: {}", "temporal", Lossy, "L11 L20", 0},
		{"exosphere: {}, circuit_breaker: {}", "temporal", Lossy, "L14 L20", 0},
		{"exosphere: {}, nested: once", "temporal", Lossy, "L15 L20", 0},
		{"exosphere: {}, retry_after: {max: 1s}", "temporal", Lossy, "L10 L20", 0},
		{"prodigy: {on_failure: continue}", "exosphere", Exact, "L17", 0},
		{"prodigy: {retry_budget: 1h}", "exosphere", Exact, "", 0},
		{"prodigy: {retry_budget: 2s}", "exosphere", Lossy, "L03", 0},
		{"prodigy: {jitter: true, jitter_factor: 0.2}, " + codes, "grpc-service-config", Exact, "L15", 0},
		{"prodigy: {jitter: true, jitter_factor: 0.2}, total_timeout: 5s, quota: {preset: grpc, scope: client}, " + codes, "grpc-service-config", Exact, "L15", 0},
		{"prodigy: {attempts: 9, jitter: true, jitter_factor: 0.2}, " + codes, "grpc-service-config", Lossy, "L01 L15", 0},
		{"exosphere: {}", "grpc-service-config", Bounded, "L05 L15", 1600 * time.Millisecond},
		{"exosphere: {}, errors: {retry: [timeout]}", "grpc-service-config", Bounded, "L05 L09 L15", 1600 * time.Millisecond},
		{"httpx: {backoff_factor: 1, allowed_methods: [GET]}", "prodigy", Lossy, "L06 L08 L12 L20 L20 L20", 0},
		{"smithy: {}", "prodigy", Lossy, "L08 L10 L11 L18 L20 L20", 0},
	} {
		t.Run(test.policy+" "+test.to, func(t *testing.T) {
			text, report, err := Export(loadPolicy(t, test.policy), test.to)
			if err != nil {
				t.Fatal(err)
			}
			var codes []string
			for _, loss := range report.Losses {
				codes = append(codes, string(loss.Code))
			}
			if got := strings.Join(codes, " "); report.Verdict != test.verdict || got != test.codes {
				t.Errorf("%s %q, want %s %q\n%s\n%+v", report.Verdict, got, test.verdict, test.codes, text, report)
			}
			off := report.PerWait - test.perWait
			if test.perWait > 0 && (off > 2*time.Millisecond || off < -2*time.Millisecond) {
				t.Errorf("waits are %s apart, want %s\n%s", report.PerWait, test.perWait, text)
			}
			if (report.Verdict == Lossy) != (report.Witness != nil && report.Difference != "") {
				t.Errorf("witness %q, %q", report.Witness, report.Difference)
			}
		})
	}
}

func TestExportErrors(t *testing.T) {
	for _, test := range []struct{ policy, to, want string }{
		{"exosphere: {}", "airflow", `"airflow" is no format to export to; there are temporal, exosphere, prodigy, grpc-service-config, step-functions`},
		{"exosphere: {max_retries: 0}", "grpc-service-config", "export p to grpc-service-config: a policy without retries is a service config without a retryPolicy"},
		{"exosphere: {}, errors: {retry: [ErrA]}", "grpc-service-config", "export p to grpc-service-config: nothing that the policy retries has a gRPC status code"},
	} {
		_, _, err := Export(loadPolicy(t, test.policy), test.to)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s to %s: %v", test.policy, test.to, err)
		}
	}
}

// randomPolicies return policies that use all that a format can say, and
// nothing else.
var randomPolicies = map[string]func(*rand.Rand) string{
	"exosphere": func(r *rand.Rand) string {
		growth := []string{"EXPONENTIAL", "LINEAR", "FIXED"}[r.IntN(3)]
		jitter := []string{"", "_FULL_JITTER", "_EQUAL_JITTER"}[r.IntN(3)]
		text := fmt.Sprintf("exosphere: {max_retries: %d, strategy: %s, backoff_factor: %d, exponent: %d",
			r.IntN(20), growth+jitter, 1+r.IntN(10000), 1+r.IntN(5))
		if r.IntN(2) == 0 {
			text += fmt.Sprintf(", max_delay: %d", 1+r.IntN(100000))
		}
		return text + "}"
	},
	"temporal": func(r *rand.Rand) string {
		first := 1 + r.Int64N(1e11)
		text := fmt.Sprintf("temporal: {initial_interval: %dns, backoff_coefficient: %.3f, maximum_interval: %dns, maximum_attempts: %d",
			first, 1+3*r.Float64(), first+r.Int64N(1e12), r.IntN(30))
		if r.IntN(2) == 0 {
			text += ", non_retryable_error_types: [A, B, 'TemporalTimeout:StartToClose', 'odd \"type\"']"
		}
		return text + "}"
	},
	"prodigy": func(r *rand.Rand) string {
		backoff := []string{
			"fixed", "fibonacci", fmt.Sprintf("{linear: {increment: %dms}}", r.IntN(5000)),
			fmt.Sprintf("{exponential: {base: %.2f}}", 3*r.Float64()),
			fmt.Sprintf("{custom: {delays: [{secs: %d, nanos: %d}, {secs: %d, nanos: 0}]}}", r.IntN(9), r.IntN(1e9), r.IntN(9)),
		}[r.IntN(5)]
		text := fmt.Sprintf("prodigy: {attempts: %d, initial_delay: %dns, max_delay: %dns, backoff: %s",
			1+r.IntN(20), r.Int64N(1e10), r.Int64N(1e11), backoff)
		if r.IntN(2) == 0 {
			text += fmt.Sprintf(", jitter: true, jitter_factor: %.3f", 1.2*r.Float64())
		}
		if r.IntN(2) == 0 {
			text += ", retry_on: [timeout, network, server_error, rate_limit, {pattern: '(?i)a: \"b\" #c'}]"
		}
		if r.IntN(2) == 0 {
			text += fmt.Sprintf(", retry_budget: %dms", r.IntN(100000))
		}
		text += []string{"", ", on_failure: continue", ", on_failure: {fallback: {command: 'x: y'}}"}[r.IntN(3)]
		return text + "}"
	},
	"grpc-service-config": func(r *rand.Rand) string {
		text := fmt.Sprintf("prodigy: {attempts: %d, initial_delay: %dns, max_delay: %dns, backoff: {exponential: {base: %.2f}}, jitter: true, jitter_factor: 0.2}",
			2+r.IntN(4), 1+r.Int64N(1e9), 1+r.Int64N(1e10), 0.5+3*r.Float64())
		text += ", errors: {retry: [{grpc: [" + matcher.GRPCCodes[r.IntN(8)] + ", " + matcher.GRPCCodes[8+r.IntN(8)] + "]}]}"
		if r.IntN(2) == 0 {
			text += fmt.Sprintf(", total_timeout: %dms", 1+r.IntN(100000))
		}
		if r.IntN(2) == 0 {
			text += fmt.Sprintf(", quota: {max_tokens: %d, token_ratio: %.3f, scope: client}", 3+r.IntN(998), 0.001+r.Float64())
		}
		return text
	},
	"step-functions": func(r *rand.Rand) string {
		text := fmt.Sprintf("prodigy: {attempts: %d, initial_delay: %ds, max_delay: %ds, backoff: {exponential: {base: %.2f}}}",
			2+r.IntN(20), 1+r.IntN(100), 1+r.IntN(1000), 1+3*r.Float64())
		if r.IntN(2) == 0 {
			text += ", errors: {stop: [{type: A}], retry: [timeout, {type: 'B C'}]}"
		}
		if r.IntN(2) == 0 {
			text += fmt.Sprintf(", attempt_timeout: %ds", 1+r.IntN(100))
		}
		return text
	},
}

// sameMeaning compares what compiled policies do, not where they stand.
var sameMeaning = cmp.Options{
	cmpopts.IgnoreFields(policy.Policy{}, "Name", "Description", "Dialect", "System", "Origin", "Fidelity", "Notes"),
	cmp.Comparer(func(a, b schema.Pointer) bool { return true }),
	cmp.Comparer(isSameQuota),
	cmpopts.EquateEmpty(),
}

// TestRoundTrip shows that a policy which a format can say is the same after it
// was exported and imported again, in both readings, and that the text is the
// same after the next round.
func TestRoundTrip(t *testing.T) {
	for to, random := range randomPolicies {
		t.Run(to, func(t *testing.T) {
			dialect := map[string]string{"grpc-service-config": "grpc"}[to]
			r := rand.New(rand.NewPCG(1, 2))
			for range 150 {
				for _, fidelity := range []schema.Fidelity{schema.Documented, schema.Implemented} {
					text, reading := random(r)+", fidelity: "+string(fidelity), fidelity
					if to == "grpc-service-config" {
						// gRPC has one reading: it draws from ± 0.2 of the wait.
						reading = schema.Documented
						if fidelity == schema.Implemented {
							text = strings.Replace(text, "jitter_factor: 0.2", "jitter_factor: 0.4", 1)
						}
					}
					p := loadPolicy(t, text)
					first, report, err := Export(p, to)
					if err != nil {
						t.Fatal(text, err)
					}
					if report.Verdict != Exact {
						t.Errorf("%s is %+v\n%s", text, report, first)
					}
					again := imported(t, string(first), dialect, reading)
					if diff := cmp.Diff(compile.Policy(p), compile.Policy(again), sameMeaning); diff != "" {
						t.Fatalf("%s\n%s\n%s", text, first, diff)
					}
					second, _, err := Export(again, to)
					if err != nil || string(second) != string(first) {
						t.Fatalf("%v\n%s\n%s", err, first, second)
					}
				}
			}
		})
	}
}

// notExact are the policies of the corpus that their own format cannot say when
// it is written, and why.
var notExact = map[string]string{
	"grpc-throttling.json": "perAttemptRecvTimeout is no part of gRFC A6, and is not written",
}

// TestCorpusRoundTrip exports every policy of the import corpus to the format
// that it is from.
func TestCorpusRoundTrip(t *testing.T) {
	same := map[string]string{
		"exosphere": "exosphere", "prodigy": "prodigy", "temporal": "temporal", "grpc": "grpc-service-config", "step-functions": "step-functions",
	}
	compared := 0
	for _, name := range importCases(t) {
		f := readCase(t, name)
		text, found := SpecText("x.retry.yaml", f)
		if found.HasErrors() || same[f.Format] == "" {
			continue
		}
		spec, _ := schema.Load("x.retry.yaml", text)
		for _, p := range spec.Policies {
			written, report, err := Export(p, same[f.Format])
			if err != nil {
				t.Fatal(name, err)
			}
			compared++
			base := filepath.Base(name)
			if isExact := report.Verdict == Exact; isExact == (notExact[base] != "") {
				t.Errorf("%s: %+v\n%s", base, report, written)
			}
		}
	}
	if compared < 35 {
		t.Errorf("only %d policies", compared)
	}
}
