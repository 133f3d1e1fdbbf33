package formats

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// TestImportedWaits checks the shortest and the longest waits of imported
// policies against the formulas of their systems, worked out by hand.
func TestImportedWaits(t *testing.T) {
	const (
		ms = time.Millisecond
		s  = time.Second
	)
	const service = `"maxBackoff": "2s", "backoffMultiplier": 1.5, "retryableStatusCodes": ["UNAVAILABLE"]}`
	for _, test := range []struct {
		name, text, dialect string
		attempts            int
		want                [][2]time.Duration
	}{
		{"gRPC draws 0.2 around the wait, after the cap", `{"maxAttempts": 4, "initialBackoff": "1s", ` + service, "", 4,
			[][2]time.Duration{{800 * ms, 1200 * ms}, {1200 * ms, 1800 * ms}, {1600 * ms, 2400 * ms}}},
		{"gapic draws from nothing to all of it", `{"maxAttempts": 4, "initialBackoff": "1s", ` + service, "gapic", 4,
			[][2]time.Duration{{0, 1 * s}, {0, 1500 * ms}, {0, 2 * s}}},
		{"gapic has no limit", `{"initialBackoff": "1s", ` + service, "gapic", 2147483647,
			[][2]time.Duration{{0, 1 * s}, {0, 1500 * ms}, {0, 2 * s}}},
		{"Step Functions doubles, and counts retries", `[{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 3}]`, "", 4,
			[][2]time.Duration{{3 * s, 3 * s}, {6 * s, 6 * s}, {12 * s, 12 * s}}},
		{"Step Functions with full jitter", `[{"ErrorEquals": ["States.ALL"], "BackoffRate": 3, "MaxDelaySeconds": 5, "JitterStrategy": "FULL"}]`, "", 4,
			[][2]time.Duration{{0, 1 * s}, {0, 3 * s}, {0, 5 * s}}},
		{"legacy AWS has no cap", `{"retry_mode": "legacy", "max_attempts": 8}`, "", 8,
			[][2]time.Duration{{0, 1 * s}, {0, 2 * s}, {0, 4 * s}, {0, 8 * s}, {0, 16 * s}, {0, 32 * s}, {0, 64 * s}}},
		{"standard AWS has one", `{"retry_mode": "standard", "max_attempts": 8}`, "", 8,
			[][2]time.Duration{{0, 1 * s}, {0, 2 * s}, {0, 4 * s}, {0, 8 * s}, {0, 16 * s}, {0, 20 * s}, {0, 20 * s}}},
		{"botocore's max_attempts counts retries", `{"retries": {"mode": "standard", "max_attempts": 2}}`, "", 3,
			[][2]time.Duration{{0, 1 * s}, {0, 2 * s}}},
		{"the server's defaults of Temporal", "InitialIntervalInSeconds: 2\nMaximumIntervalCoefficient: 3\n", "", 0,
			[][2]time.Duration{{2 * s, 2 * s}, {4 * s, 4 * s}, {6 * s, 6 * s}, {6 * s, 6 * s}}},
		{"an error policy of Prodigy has no cap", "error_policy:\n  on_item_failure: retry\n  retry_config: {max_attempts: 5, backoff: !exponential {initial: {secs: 20, nanos: 0}, multiplier: 4}}\n", "", 5,
			[][2]time.Duration{{20 * s, 20 * s}, {80 * s, 80 * s}, {320 * s, 320 * s}}},
		{"an error policy of Prodigy with Fibonacci", "error_policy:\n  retry_config: {max_attempts: 5, backoff: !fibonacci {initial: {secs: 1, nanos: 0}}}\n", "", 5,
			[][2]time.Duration{{1 * s, 1 * s}, {1 * s, 1 * s}, {2 * s, 2 * s}}},
		{"an error policy of Prodigy with a fixed wait", "error_policy:\n  retry_config: {max_attempts: 2, backoff: !fixed {delay: {secs: 0, nanos: 5000000}}}\n", "", 2,
			[][2]time.Duration{{5 * ms, 5 * ms}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := compile.Policy(imported(t, test.text, test.dialect, schema.Documented))
			var got [][2]time.Duration
			for n := range test.want {
				shortest, longest := p.Backoff.Bounds(n + 1)
				got = append(got, [2]time.Duration{shortest, longest})
			}
			if diff := cmp.Diff(test.want, got); diff != "" || p.MaxAttempts != test.attempts {
				t.Errorf("%d attempts, want %d; waits (-want +got):\n%s", p.MaxAttempts, test.attempts, diff)
			}
		})
	}
}

// TestImportedDecisions checks what imported policies retry.
func TestImportedDecisions(t *testing.T) {
	for _, test := range []struct {
		name, text, dialect string
		retried, final      []matcher.Failure
	}{
		{"gRPC by number and in any case", `{"maxAttempts": 4, "initialBackoff": "1s", "maxBackoff": "2s", "backoffMultiplier": 1, "retryableStatusCodes": ["aborted", 14]}`, "",
			[]matcher.Failure{grpcFailure("ABORTED"), grpcFailure("UNAVAILABLE")}, []matcher.Failure{grpcFailure("UNKNOWN"), {}}},
		{"AWS", `{"retry_mode": "standard"}`, "",
			[]matcher.Failure{matcher.ClassFailure("timeout"), matcher.ClassFailure("network"), matcher.StatusFailure(503), typeFailure("ThrottlingException")}, []matcher.Failure{matcher.StatusFailure(501), {}}},
		{"Step Functions asks the first retrier first", `[{"ErrorEquals": ["A", "States.Timeout"], "MaxAttempts": 0}, {"ErrorEquals": ["States.ALL"]}]`, "",
			[]matcher.Failure{typeFailure("B"), {}}, []matcher.Failure{typeFailure("A"), matcher.ClassFailure("timeout")}},
		{"Temporal", `{"nonRetryableErrorTypes": ["A", "TemporalTimeout:StartToClose"]}`, "",
			[]matcher.Failure{typeFailure("B"), {}}, []matcher.Failure{typeFailure("A"), matcher.ClassFailure("timeout")}},
	} {
		p := compile.Policy(imported(t, test.text, test.dialect, schema.Documented))
		for _, o := range test.retried {
			if !p.Classifier().Retries(o) {
				t.Errorf("%s: %+v is final", test.name, o)
			}
		}
		for _, o := range test.final {
			if p.Classifier().Retries(o) {
				t.Errorf("%s: %+v is retried", test.name, o)
			}
		}
	}
}

func grpcFailure(code string) matcher.Failure {
	return matcher.Failed(matcher.GRPC{Codes: []string{code}}.Terms()[0])
}

func typeFailure(name string) matcher.Failure {
	return matcher.Failed(matcher.Type{Type: name}.Terms()[0])
}
