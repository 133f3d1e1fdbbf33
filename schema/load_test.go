package schema

import (
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
)

func pointTo[T any](value T) *T { return &value }

// TestDialects checks what each dialect block becomes: its values, and its
// defaults.
func TestDialects(t *testing.T) {
	standard := SmithyBackoff{ScaleValue: 0.05, MaxBackoff: 20, JitterType: "FULL"}
	throttling := SmithyBackoff{ScaleValue: 1, MaxBackoff: 20, JitterType: "FULL"}
	for _, test := range []struct {
		name, policy string
		want         Dialect
	}{
		{"exosphere defaults", `exosphere: {}`, &Exosphere{MaxRetries: 3, Strategy: "EXPONENTIAL", BackoffFactor: 2000, Exponent: 2, MaxDelay: nil}},
		{"exosphere", `exosphere: {max_retries: 5, strategy: EXPONENTIAL_FULL_JITTER, backoff_factor: 10, exponent: 3.0, max_delay: 60000}`,
			&Exosphere{MaxRetries: 5, Strategy: "EXPONENTIAL_FULL_JITTER", BackoffFactor: 10, Exponent: 3, MaxDelay: pointTo(int64(60000))}},
		{"exosphere without cap", `exosphere: {max_delay: null}`, &Exosphere{MaxRetries: 3, Strategy: "EXPONENTIAL", BackoffFactor: 2000, Exponent: 2, MaxDelay: nil}},
		{"prodigy defaults", `prodigy: {}`, &Prodigy{
			Attempts: 3, InitialDelay: time.Second, MaxDelay: 30 * time.Second,
			Backoff: ProdigyBackoff{Kind: "exponential", Base: 2}, OnFailure: OnFailure{Action: "stop"},
		}},
		{"prodigy", `prodigy: {attempts: 4, initial_delay: 1m 30s, max_delay: 1M, jitter: true, jitter_factor: 0.5,
			backoff: !linear {increment: 2s}, retry_budget: 0s, on_failure: !fallback {command: x y},
			retry_on: [network, {pattern: a|b}]}`, &Prodigy{
			Attempts: 4, InitialDelay: 90 * time.Second, MaxDelay: 2630016 * time.Second, Jitter: true, JitterFactor: pointTo(0.5),
			Backoff:     ProdigyBackoff{Kind: "linear", Increment: 2 * time.Second},
			RetryBudget: pointTo(time.Duration(0)), OnFailure: OnFailure{Action: "fallback", Command: "x y"},
			RetryOn: []matcher.Matcher{
				matcher.Class{Entry: matcher.Place("/policies/p/prodigy/retry_on/0"), Class: "network"},
				matcher.Pattern{Entry: matcher.Place("/policies/p/prodigy/retry_on/1"), Pattern: "a|b"},
			},
		}},
		{"prodigy custom", `prodigy: {backoff: {custom: {delays: [[1, 5], {secs: 2, nanos: 1500000000}]}}, on_failure: continue}`, &Prodigy{
			Attempts: 3, InitialDelay: time.Second, MaxDelay: 30 * time.Second,
			Backoff:   ProdigyBackoff{Kind: "custom", Delays: []time.Duration{time.Second + 5, 3500 * time.Millisecond}},
			OnFailure: OnFailure{Action: "continue"},
		}},
		{"temporal defaults", `temporal: {}`, &Temporal{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 100 * time.Second, MaximumAttempts: 0, NonRetryableErrorTypes: nil}},
		{"temporal zeros", `temporal: {initialInterval: 0s, backoffCoefficient: 0, maximumInterval: 0s, maximumAttempts: 0}`,
			&Temporal{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 100 * time.Second, MaximumAttempts: 0, NonRetryableErrorTypes: nil}},
		{"temporal", `temporal: {initial_interval: 1.5s, backoff_coefficient: Infinity, maximum_attempts: 9, non_retryable_error_types: [A, B]}`,
			&Temporal{InitialInterval: 1500 * time.Millisecond, BackoffCoefficient: math.Inf(1), MaximumInterval: 150 * time.Second, MaximumAttempts: 9, NonRetryableErrorTypes: []string{"A", "B"}}},
		{"temporal saturates", `temporal: {initial_interval: 876000h}`, &Temporal{InitialInterval: 876000 * time.Hour, BackoffCoefficient: 2, MaximumInterval: math.MaxInt64, MaximumAttempts: 0, NonRetryableErrorTypes: nil}},
		{"httpx defaults", `httpx: {}`, &HTTPX{Total: 10, BackoffFactor: 0, BackoffJitter: 1, MaxBackoffWait: 120, StatusForcelist: []int{429, 502, 503, 504}, RespectRetryAfter: true, AllowedMethods: nil, TotalTimeout: nil}},
		{"httpx", `httpx: {total: 0, backoff_factor: 0.5, backoff_jitter: 0, max_backoff_wait: 5, status_forcelist: [500],
			respect_retry_after_header: false, total_timeout: 60.5}`, &HTTPX{Total: 0, BackoffFactor: 0.5, BackoffJitter: 0, MaxBackoffWait: 5, StatusForcelist: []int{500}, RespectRetryAfter: false, AllowedMethods: nil, TotalTimeout: pointTo(60.5)}},
		{"smithy defaults", `smithy: {}`, &Smithy{RetryMode: "standard", MaxAttempts: 3, Backoff: standard, Throttling: &throttling, QuotaCapacity: new(int64(500))}},
		{"smithy simple", `smithy: {retry_mode: simple}`, &Smithy{RetryMode: "simple", MaxAttempts: 5, Backoff: SmithyBackoff{ScaleValue: 0.025, MaxBackoff: 20, JitterType: "DEFAULT"}, Throttling: nil}},
		{"smithy", `smithy: {max_attempts: 0, backoff_strategy: {jitter_type: NONE}, throttling_backoff_strategy: {backoff_scale_value: 2, max_backoff: 9}}`,
			&Smithy{RetryMode: "standard", MaxAttempts: 0, Backoff: SmithyBackoff{ScaleValue: 0.025, MaxBackoff: 20, JitterType: "NONE"}, Throttling: &SmithyBackoff{ScaleValue: 2, MaxBackoff: 9, JitterType: "DEFAULT"}, QuotaCapacity: new(int64(500))}},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.ReplaceAll(test.policy, "\t", " ")
			spec, found := Load("x.retry.yaml", []byte("version: 1\npolicies:\n  p:\n    "+text+"\n"))
			if len(found) != 0 {
				t.Fatal(found)
			}
			if diff := cmp.Diff(test.want, spec.Policy("p").Dialect); diff != "" {
				t.Errorf("dialect (-want +got):\n%s", diff)
			}
		})
	}
}

// TestProdigyImplemented checks the substrings that Prodigy's code looks for.
func TestProdigyImplemented(t *testing.T) {
	spec, found := Load("x", []byte("version: 1\npolicies: {p: {fidelity: implemented, prodigy: {retry_on: [server_error, timeout]}}}\n"))
	if len(found) != 0 {
		t.Fatal(found)
	}
	want := []matcher.Matcher{
		matcher.Pattern{Entry: matcher.Place("/policies/p/prodigy/retry_on/0"), Pattern: `(?i:500|502|503|504|server error)`, Fold: true},
		matcher.Pattern{Entry: matcher.Place("/policies/p/prodigy/retry_on/1"), Pattern: `(?i:timeout|timed out)`, Fold: true},
	}
	if diff := cmp.Diff(want, spec.Policies[0].Dialect.(*Prodigy).RetryOn); diff != "" {
		t.Error(diff)
	}
}

// TestJSONExponents checks that numbers mean the same with and without one.
func TestJSONExponents(t *testing.T) {
	plain := policyOf(t, `{"httpx": {"total": 10, "backoff_factor": 0.00005, "backoff_jitter": 0.25, "max_backoff_wait": 100.5}}`)
	short := policyOf(t, `{"httpx": {"total": 10, "backoff_factor": 5e-05, "backoff_jitter": 2.5E-1, "max_backoff_wait": 1.005E+2}}`)
	if diff := cmp.Diff(plain, short); diff != "" {
		t.Errorf("with exponents (-plain +short):\n%s", diff)
	}
}

// TestCommonKeys checks everything next to the dialects, in one spec.
func TestCommonKeys(t *testing.T) {
	data, err := os.ReadFile(diagnosticsDir + "/good-common.retry.yaml")
	if err != nil {
		t.Fatal(err)
	}
	spec, found := Load("some/dir/shop.retry.yaml", data)
	if len(found) != 0 {
		t.Fatal(found)
	}
	stop, retry := Pointer("/policies/default/errors/stop"), Pointer("/policies/default/errors/retry")
	want := &Spec{
		Name: "some/dir/shop.retry.yaml", Package: "shop", Output: "gen/shop_retry.go",
		Policies: []*Policy{{
			Name: "default", Pointer: "/policies/default", Description: "Two lines,\nwith ünïcode.\n", Fidelity: Implemented,
			Dialect:        &Exosphere{MaxRetries: 3, Strategy: "EXPONENTIAL", BackoffFactor: 2000, Exponent: 2, MaxDelay: nil},
			AttemptTimeout: 1500 * time.Millisecond, TotalTimeout: 90 * time.Minute,
			RetryAfter: &RetryAfter{true, 20 * time.Second},
			Errors: Errors{
				Stop: []matcher.Matcher{
					matcher.Go{Entry: matcher.Place(stop.Index(0)), Name: GoName{Name: "ErrDeclined"}},
					matcher.Go{Entry: matcher.Place(stop.Index(1)), Name: GoName{Star: true, Name: "ValidationError"}},
					matcher.Go{Entry: matcher.Place(stop.Index(2)), Name: GoName{Path: "context", Name: "Canceled"}},
					matcher.Go{Entry: matcher.Place(stop.Index(3)), Name: GoName{Path: "./pay", Name: "ErrGone"}},
					matcher.Go{Entry: matcher.Place(stop.Index(4)), Name: GoName{Star: true, Path: "example.com/sdk/v2", Name: "Error"}},
					matcher.Go{Entry: matcher.Place(stop.Index(5)), Name: GoName{Path: "gopkg.in/yaml.v3", Name: "TypeError"}},
				},
				Retry: []matcher.Matcher{
					matcher.Class{Entry: matcher.Place(retry.Index(0)), Class: "timeout"},
					matcher.Class{Entry: matcher.Place(retry.Index(1)), Class: "network"},
					matcher.Class{Entry: matcher.Place(retry.Index(2)), Class: "server_error"},
					matcher.Class{Entry: matcher.Place(retry.Index(3)), Class: "rate_limit"},
					matcher.Status{Entry: matcher.Place(retry.Index(4)), Ranges: []matcher.Range{{Low: 429, High: 429, At: retry.Index(4).Key("status").Index(0)}, {Low: 502, High: 504, At: retry.Index(4).Key("status").Index(1)}, {Low: 500, High: 500, At: retry.Index(4).Key("status").Index(2)}}},
					matcher.Status{Entry: matcher.Place(retry.Index(5)), Ranges: []matcher.Range{{Low: 408, High: 408, At: retry.Index(5).Key("status")}}},
					matcher.Status{Entry: matcher.Place(retry.Index(6)), Ranges: []matcher.Range{{Low: 500, High: 599, At: retry.Index(6).Key("status")}}},
					matcher.GRPC{Entry: matcher.Place(retry.Index(7)), Codes: []string{"UNAVAILABLE", "ABORTED"}},
					matcher.Pattern{Entry: matcher.Place(retry.Index(8)), Pattern: "(?i)refused"},
					matcher.Type{Entry: matcher.Place(retry.Index(9)), Type: "ThrottlingError"},
					matcher.Func{Entry: matcher.Place(retry.Index(10)), Name: GoName{Path: "./pay", Name: "isTransient"}},
				},
			},
		}, {
			Name: "read_fast", Pointer: "/policies/read_fast", Fidelity: Documented,
			Dialect: &Temporal{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 100 * time.Second, MaximumAttempts: 0, NonRetryableErrorTypes: nil},
		}},
		Clients: []*Client{{
			Name: "RetryingGateway", Pointer: "/clients/RetryingGateway",
			Wraps: GoName{Star: true, Path: "example.com/mod/pkg", Name: "Gateway"},
			MethodRules: MethodRules{Policy: "default", Methods: []Method{
				{Name: "Charge", Pointer: "/clients/RetryingGateway/methods/Charge", Policy: "read_fast"},
				{Name: "Refund", Pointer: "/clients/RetryingGateway/methods/Refund", Policy: "default", AttemptTimeout: 500 * time.Millisecond},
				{Name: "Upload", Pointer: "/clients/RetryingGateway/methods/Upload", Policy: "default", Replayable: true},
				{Name: "Close", Pointer: "/clients/RetryingGateway/methods/Close"},
			}},
		}, {Name: "Plain", Pointer: "/clients/Plain", Wraps: GoName{Name: "Gateway"}}},
	}
	if diff := cmp.Diff(want, spec, cmpopts.IgnoreUnexported(Spec{})); diff != "" {
		t.Errorf("spec (-want +got):\n%s", diff)
	}
}

// TestPositions checks the places that later stages ask for.
func TestPositions(t *testing.T) {
	spec, _ := Load("x.yaml", []byte("version: 1\npolicies:\n  é: &a\n    exosphere: {max_retries: 3, x: 1}\n"))
	for _, test := range []struct {
		pointer    Pointer
		value, key string
	}{
		{"", "x.yaml:1:1", "x.yaml:1:1"},
		{"/policies", "x.yaml:3:3", "x.yaml:2:1"},
		{"/policies/é/exosphere/max_retries", "x.yaml:4:30", "x.yaml:4:17"},
		{"/policies/é/exosphere/max_delay", "x.yaml:4:16", "x.yaml:4:16"}, // the nearest around it
		{"/nowhere/at/all", "x.yaml:1:1", "x.yaml:1:1"},
	} {
		if got := spec.Position(test.pointer).String(); got != test.value {
			t.Errorf("value of %q is at %s, want %s", test.pointer, got, test.value)
		}
		if got := spec.KeyPosition(test.pointer).String(); got != test.key {
			t.Errorf("key of %q is at %s, want %s", test.pointer, got, test.key)
		}
	}
	if pos := new(Spec).KeyPosition("/policies"); pos.IsValid() {
		t.Errorf("a spec that was not loaded has the place %s", pos)
	}
	d := spec.Finding(decode.UnusedBound, "/policies/é/exosphere/x", true, strings.Repeat("é", 200), "hint")
	if d.Pos.Column != 33 || d.Severity != Warning || len(d.Message) > finding.MaxMessage || !strings.HasSuffix(d.Message, "é…") {
		t.Errorf("finding %+v", d)
	}
}

func TestDefaultOutput(t *testing.T) {
	for name, want := range map[string]string{
		"shop.retry.yaml": "shop_retry.go", "a/b/shop.retry.yml": "shop_retry.go", "shop.retry.json": "shop_retry.go",
		"shop.yaml": "shop_retry.go", "shop": "shop_retry.go", "-": "spec_retry.go", "": "spec_retry.go", ".retry.yaml": "spec_retry.go",
		"_x.retry.yaml": "x_retry.go", "a.b.retry.yaml": "a.b_retry.go",
	} {
		if got := defaultOutput(name); got != want {
			t.Errorf("output of %q is %q, want %q", name, got, want)
		}
	}
}

func TestPolicyFunc(t *testing.T) {
	for name, want := range map[string]string{
		"charge": "ChargePolicy", "read_fast": "ReadFastPolicy", "readFast": "ReadFastPolicy", "a__b_": "ABPolicy", "HTTP2": "HTTP2Policy",
	} {
		if got := PolicyFunc(name); got != want {
			t.Errorf("function of %q is %q, want %q", name, got, want)
		}
	}
}
