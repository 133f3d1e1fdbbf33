package compile_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

const ms = time.Millisecond

func TestAttempts(t *testing.T) {
	tests := []struct {
		name string
		d    schema.Dialect
		want int
	}{
		{"no retries", exosphere(func(d *schema.Exosphere) { d.MaxRetries = 0 }), 1},
		{"most retries", exosphere(func(d *schema.Exosphere) { d.MaxRetries = math.MaxInt64 }), math.MaxInt32},
		{"prodigy's 0 is 1", prodigy(func(d *schema.Prodigy) { d.Attempts = 0 }), 1},
		{"prodigy's most", prodigy(func(d *schema.Prodigy) { d.Attempts = math.MaxUint32 }), math.MaxInt32},
		{"temporal's 0 is unlimited", &schema.Temporal{}, 0},
		{"temporal's 1", &schema.Temporal{MaximumAttempts: 1}, 1},
		{"httpx counts retries", &schema.HTTPX{Total: 10}, 11},
		{"smithy's 0 is 1", &schema.Smithy{}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := compiled(tt.d)
			if p.MaxAttempts != tt.want {
				t.Errorf("attempts = %d, want %d", p.MaxAttempts, tt.want)
			}
		})
	}
}

func TestUnits(t *testing.T) {
	tests := []struct {
		name      string
		got, want time.Duration
	}{
		{"milliseconds", policy.Milliseconds(1500), 1500 * ms},
		{"the most milliseconds", policy.Milliseconds(9_223_372_036_854), 9_223_372_036_854 * ms},
		{"too many milliseconds", policy.Milliseconds(9_223_372_036_855), policy.Unlimited},
		{"negative milliseconds", policy.Milliseconds(-1), 0},
		{"seconds", policy.Seconds(0.1), 100 * ms},
		{"half a nanosecond", policy.Seconds(0.5e-9), 1},
		{"less than half a nanosecond", policy.Seconds(0.49e-9), 0},
		{"the most seconds", policy.Seconds(9.223372036e9), 9_223_372_036 * time.Second},
		{"too many seconds", policy.Seconds(9.223372037e9), policy.Unlimited},
		{"a nanosecond too many", policy.Seconds(9.223372036854775808e9), policy.Unlimited},
		{"endless seconds", policy.Seconds(math.Inf(1)), policy.Unlimited},
		{"negative seconds", policy.Seconds(-1), 0},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, tt.got, tt.want)
		}
	}
}

func TestHTTPXJitter(t *testing.T) {
	for jitter, want := range map[float64]policy.Jitter{0: policy.NoJitter, 0.5: policy.Below, 1: policy.Full} {
		p, _ := compiled(&schema.HTTPX{BackoffFactor: 1, BackoffJitter: jitter, MaxBackoffWait: 2})
		if p.Backoff.Jitter != want {
			t.Errorf("backoff_jitter %v: jitter %v, want %v", jitter, p.Backoff.Jitter, want)
		}
	}
}

// TestAroundLimit: it leaves room for the longest draw and for the distance
// between the two ends, and no more than that.
func TestAroundLimit(t *testing.T) {
	for amount, widest := range map[float64]float64{0.25: 1.25, 1: 2, 3: 6} {
		got := float64(policy.AroundLimit(amount)) * widest
		if got > math.MaxInt64 || got < 0.99999*math.MaxInt64 {
			t.Errorf("amount %v: %v × the limit is %v, want just below %v", amount, widest, got, math.MaxInt64)
		}
	}
}

func TestQuotas(t *testing.T) {
	standard := schema.Quota{Pointer: "/policies/p/smithy", Capacity: 500, RetryCost: 14, ThrottleCost: 5, TimeoutCost: 14, SuccessRefund: 1, Scope: "policy"}
	own := schema.Quota{Capacity: 7, RetryCost: 1}
	tests := []struct {
		name     string
		capacity *int64
		own      *schema.Quota
		want     *schema.Quota
		notes    int // besides that on hints
	}{
		{"smithy's", new(int64(500)), nil, &standard, 0},
		{"smithy's, empty", new(int64(0)), nil,
			&schema.Quota{Pointer: "/policies/p/smithy", RetryCost: 14, ThrottleCost: 5, TimeoutCost: 14, SuccessRefund: 1, Scope: "policy"}, 0},
		{"none", nil, nil, nil, 0},
		{"its own", nil, &own, &own, 0},
		{"its own instead of smithy's", new(int64(500)), &own, &own, 1},
	}
	for _, tt := range tests {
		p := compile.Policy(&schema.Policy{Pointer: "/policies/p", Dialect: &schema.Smithy{QuotaCapacity: tt.capacity}, Quota: tt.own})
		if diff := cmp.Diff(tt.want, p.Quota); diff != "" || len(p.Notes) != 1+tt.notes {
			t.Errorf("%s: notes %q, quota (-want +got):\n%s", tt.name, p.Notes, diff)
		}
	}
}

func TestWaitBudgets(t *testing.T) {
	budget, timeout := 5*time.Second, 1.5
	p, _ := compiled(prodigy(func(d *schema.Prodigy) { d.RetryBudget = &budget }))
	if diff := cmp.Diff(&policy.WaitBudget{Limit: budget}, p.WaitBudget); diff != "" {
		t.Error("prodigy (-want +got):", diff)
	}
	p, _ = compiled(&schema.HTTPX{MaxBackoffWait: 1, TotalTimeout: &timeout})
	if diff := cmp.Diff(&policy.WaitBudget{Limit: 1500 * ms, Truncate: true}, p.WaitBudget); diff != "" {
		t.Error("httpx (-want +got):", diff)
	}
}

func TestHints(t *testing.T) {
	respectful := &schema.HTTPX{MaxBackoffWait: 120, RespectRetryAfter: true}
	tests := []struct {
		name                    string
		d                       schema.Dialect
		rule                    *schema.RetryAfter
		documented, implemented policy.Hint
	}{
		{"exosphere", strategy("FIXED"), nil, policy.Hint{}, policy.Hint{}},
		{"exosphere with a cap", &schema.Exosphere{Strategy: "FIXED", MaxDelay: new(int64(3000))}, nil,
			policy.Hint{Max: 3 * time.Second, ByCap: true}, policy.Hint{Max: 3 * time.Second, ByCap: true}},
		{"prodigy", &schema.Prodigy{MaxDelay: time.Second}, nil,
			policy.Hint{Max: time.Second, ByCap: true}, policy.Hint{Max: time.Second, ByCap: true}},
		{"a maximum above the cap", &schema.Prodigy{MaxDelay: time.Second}, &schema.RetryAfter{Respect: true, Max: time.Minute},
			policy.Hint{Max: time.Minute}, policy.Hint{Max: time.Minute}},
		{"temporal", &schema.Temporal{}, nil, policy.Hint{}, policy.Hint{}},
		{"httpx", respectful, nil, policy.Hint{Max: 2 * time.Minute}, policy.Hint{Max: 2 * time.Minute}},
		{"httpx that ignores it", &schema.HTTPX{MaxBackoffWait: 120}, nil, policy.Hint{Mode: policy.HintIgnored}, policy.Hint{Mode: policy.HintIgnored}},
		{"smithy", &schema.Smithy{RetryMode: "standard"}, nil, policy.Hint{Mode: policy.HintAtLeast}, policy.Hint{Mode: policy.HintClamped}},
		{"simple smithy", &schema.Smithy{RetryMode: "simple"}, nil, policy.Hint{Mode: policy.HintAtLeast}, policy.Hint{Mode: policy.HintIgnored}},
		{"not respected", respectful, &schema.RetryAfter{Max: 1}, policy.Hint{Mode: policy.HintIgnored}, policy.Hint{Mode: policy.HintIgnored}},
		{"another maximum", respectful, &schema.RetryAfter{Respect: true, Max: 7}, policy.Hint{Max: 7}, policy.Hint{Max: 7}},
		{"no other maximum", respectful, &schema.RetryAfter{Respect: true}, policy.Hint{Max: 2 * time.Minute}, policy.Hint{Max: 2 * time.Minute}},
		{"respected after all", &schema.HTTPX{MaxBackoffWait: 120}, &schema.RetryAfter{Respect: true, Max: 7}, policy.Hint{Max: 7}, policy.Hint{Max: 7}},
		{"smithy with a maximum", &schema.Smithy{}, &schema.RetryAfter{Respect: true, Max: 7},
			policy.Hint{Mode: policy.HintAtLeast, Max: 7}, policy.Hint{Mode: policy.HintClamped, Max: 7}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for fidelity, want := range map[schema.Fidelity]policy.Hint{schema.Documented: tt.documented, schema.Implemented: tt.implemented} {
				p := compile.Policy(&schema.Policy{Dialect: tt.d, Fidelity: fidelity, RetryAfter: tt.rule})
				if p.Hint != want {
					t.Errorf("%s: hint = %+v, want %+v", fidelity, p.Hint, want)
				}
			}
		})
	}
}

func TestErrorRules(t *testing.T) {
	timeout := matcher.Class{Entry: matcher.Place("/t"), Class: "timeout"}
	text := matcher.Pattern{Entry: matcher.Place("/x"), Pattern: "reset"}
	own := matcher.Go{Entry: matcher.Place("/g"), Name: schema.GoName{Name: "ErrDeclined"}}
	listed := &schema.Temporal{NonRetryableErrorTypes: []string{"A", "TemporalTimeout:StartToClose"}}
	final := matcher.Type{Entry: matcher.Place("/policies/p/temporal/non_retryable_error_types/0"), Type: "A"}
	finalTimeout := matcher.Class{Entry: matcher.Place("/policies/p/temporal/non_retryable_error_types/1"), Class: "timeout", Type: "TemporalTimeout:StartToClose"}
	retryOn := prodigy(func(d *schema.Prodigy) { d.RetryOn = []matcher.Matcher{timeout, text} })
	httpx := []matcher.Matcher{
		matcher.Status{Entry: matcher.Place("/policies/p/httpx/status_forcelist"), Ranges: []matcher.Range{{Low: 503, High: 503, At: "/policies/p/httpx/status_forcelist/0"}}},
		matcher.Class{Entry: matcher.Place("/policies/p/httpx"), Class: "timeout"},
		matcher.Class{Entry: matcher.Place("/policies/p/httpx"), Class: "network"},
	}
	type rules struct {
		Stop, Retry []matcher.Matcher
		Otherwise   policy.Verdict
	}
	tests := []struct {
		name     string
		d        schema.Dialect
		fidelity schema.Fidelity
		errors   schema.Errors
		want     rules
	}{
		{"exosphere", strategy("FIXED"), "", schema.Errors{}, rules{Otherwise: policy.RetryAll}},
		{"smithy", &schema.Smithy{}, "", schema.Errors{}, rules{Otherwise: policy.RetryIfSafe}},
		{"temporal", listed, "", schema.Errors{}, rules{Stop: []matcher.Matcher{final, finalTimeout}, Otherwise: policy.RetryUnlessMarked}},
		{"httpx", &schema.HTTPX{StatusForcelist: []int{503}}, "", schema.Errors{}, rules{Retry: httpx, Otherwise: policy.StopAll}},
		{"prodigy", prodigy(func(*schema.Prodigy) {}), "", schema.Errors{}, rules{Otherwise: policy.RetryAll}},
		{"prodigy's list", retryOn, "", schema.Errors{}, rules{Retry: []matcher.Matcher{timeout, text}, Otherwise: policy.StopAll}},
		{"stop comes first", listed, "", schema.Errors{Stop: []matcher.Matcher{own}},
			rules{Stop: []matcher.Matcher{own, final, finalTimeout}, Otherwise: policy.RetryUnlessMarked}},
		{"retry replaces", listed, "", schema.Errors{Retry: []matcher.Matcher{own}}, rules{Retry: []matcher.Matcher{own}, Otherwise: policy.StopAll}},
		{"retry nothing", strategy("FIXED"), "", schema.Errors{Retry: []matcher.Matcher{}}, rules{Retry: []matcher.Matcher{}, Otherwise: policy.StopAll}},
		{"both", retryOn, schema.Implemented, schema.Errors{Stop: []matcher.Matcher{own}, Retry: []matcher.Matcher{timeout}},
			rules{Stop: []matcher.Matcher{own}, Retry: []matcher.Matcher{timeout}, Otherwise: policy.StopAll}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := compile.Policy(&schema.Policy{Pointer: "/policies/p", Dialect: tt.d, Fidelity: tt.fidelity, Errors: tt.errors})
			if diff := cmp.Diff(tt.want, rules{p.Stop, p.Retry, p.Otherwise}); diff != "" {
				t.Error("rules (-want +got):", diff)
			}
		})
	}
}

// TestFailedStatuses: the code of Smithy clients retries 408 and 429 of the
// statuses of HTTP, unless a list says otherwise.
func TestFailedStatuses(t *testing.T) {
	list := []matcher.Matcher{matcher.Class{Class: "timeout"}}
	for _, tt := range []struct {
		fidelity schema.Fidelity
		errors   schema.Errors
		want     []int
	}{
		{schema.Documented, schema.Errors{}, nil},
		{schema.Implemented, schema.Errors{}, []int{408, 429}},
		{schema.Implemented, schema.Errors{Retry: list}, nil},
	} {
		p := compile.Policy(&schema.Policy{Dialect: &schema.Smithy{RetryMode: "standard"}, Fidelity: tt.fidelity, Errors: tt.errors})
		if diff := cmp.Diff(tt.want, p.FailedStatuses); diff != "" {
			t.Errorf("%s, errors %v (-want +got):\n%s", tt.fidelity, tt.errors, diff)
		}
	}
}
