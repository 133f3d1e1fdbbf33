package policy

import (
	"testing"
	"time"
)

func TestQuotaWords(t *testing.T) {
	tests := []struct {
		quota *Quota
		want  string
	}{
		{nil, ""},
		{&Quota{Capacity: 9, RetryCost: 2, SuccessRefund: 0.5}, "9 tokens, a retry takes 2; a success gives 0.5"},
		{&Quota{Capacity: 9, RetryCost: 2, ThrottleCost: 3, TimeoutCost: 4, SuccessRefund: 1, RefillPerSecond: 0.5},
			"9 tokens, a retry takes 2, after throttling 3, after a timeout 4; a success gives 1, a second 0.5"},
		{&Quota{Capacity: 9, RetryCost: 2, Scope: "process", Name: "pay"}, "9 tokens, a retry takes 2; a success gives 0; shared by the process pay"},
		{&Quota{Capacity: 9, RetryCost: 2, Scope: "client"}, "9 tokens, a retry takes 2; a success gives 0; shared by the client"},
	}
	for _, tt := range tests {
		if got := QuotaWords(tt.quota); got != tt.want {
			t.Errorf("QuotaWords(%+v) = %q, want %q", tt.quota, got, tt.want)
		}
	}
}

func TestHintWords(t *testing.T) {
	for h, want := range map[Hint]string{
		{Mode: HintReplaces}:                  "honored",
		{Mode: HintAtLeast, Max: time.Minute}: "honored if longer than the wait, at most 1m0s",
	} {
		if got := h.String(); got != want {
			t.Errorf("%+v: %q, want %q", h, got, want)
		}
	}
}

func TestBreakerWords(t *testing.T) {
	if got := BreakerWords(nil); got != "" {
		t.Errorf("no breaker: %q", got)
	}
	got := BreakerWords(&CircuitBreaker{FailureThreshold: 5, RecoveryTimeout: time.Minute, HalfOpenProbes: 2})
	if want := "failures in a row that open it: 5; it tries again after 1m0s; successes that close it: 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRounded(t *testing.T) {
	for d, want := range map[time.Duration]time.Duration{
		0: 0, 9999: 9999, 12345: 12350, 1_333_333_333: 1_333_000_000, 90 * time.Second: 90 * time.Second, Unlimited: 9223 * 1e15,
	} {
		if got := Rounded(d); got != want {
			t.Errorf("Rounded(%d) = %d, want %d", d, got, want)
		}
	}
}
