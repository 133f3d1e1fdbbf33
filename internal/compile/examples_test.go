package compile_test

import (
	"math"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// compiled compiles a policy of the given dialect under both fidelities.
func compiled(d schema.Dialect) (documented, implemented *policy.Policy) {
	documented = compile.Policy(&schema.Policy{Name: "p", Pointer: "/policies/p", Dialect: d})
	implemented = compile.Policy(&schema.Policy{Name: "p", Pointer: "/policies/p", Dialect: d, Fidelity: schema.Implemented})
	return documented, implemented
}

// bounds are the shortest and longest waits, as seconds.
type bounds [][2]float64

func exact(waits ...float64) bounds {
	b := make(bounds, len(waits))
	for i, wait := range waits {
		b[i] = [2]float64{wait, wait}
	}
	return b
}

// upTo are the bounds of full jitter.
func upTo(waits ...float64) bounds {
	b := make(bounds, len(waits))
	for i, wait := range waits {
		b[i] = [2]float64{0, wait}
	}
	return b
}

func checkBounds(t *testing.T, s *policy.Schedule, want bounds) {
	t.Helper()
	for i, b := range want {
		shortest, longest := s.Bounds(i + 1)
		if shortest != policy.Seconds(b[0]) || longest != policy.Seconds(b[1]) {
			t.Errorf("retry %d: %v to %v, want %v to %v", i+1, shortest, longest, policy.Seconds(b[0]), policy.Seconds(b[1]))
		}
	}
}

func exosphere(change func(*schema.Exosphere)) *schema.Exosphere {
	d := &schema.Exosphere{MaxRetries: 3, Strategy: "EXPONENTIAL", BackoffFactor: 2000, Exponent: 2}
	change(d)
	return d
}

func strategy(name string) *schema.Exosphere {
	return exosphere(func(d *schema.Exosphere) { d.Strategy = name })
}

func TestExosphereExamples(t *testing.T) {
	pointer := func(n int64) *int64 { return &n }
	tests := []struct {
		name                    string
		d                       *schema.Exosphere
		attempts                int
		documented, implemented bounds // no implemented: as documented
	}{
		{"exponential", strategy("EXPONENTIAL"), 4, exact(2, 4, 8), nil},
		{"exponential full", strategy("EXPONENTIAL_FULL_JITTER"), 4, upTo(2, 4, 8), upTo(1.999, 3.999, 7.999)},
		{"exponential equal", strategy("EXPONENTIAL_EQUAL_JITTER"), 4, bounds{{1, 2}, {2, 4}, {4, 8}}, nil},
		{"linear", strategy("LINEAR"), 4, exact(2, 4, 6), nil},
		{"linear full", strategy("LINEAR_FULL_JITTER"), 4, upTo(2, 4, 6), upTo(1.999, 3.999, 5.999)},
		{"linear equal", strategy("LINEAR_EQUAL_JITTER"), 4, bounds{{1, 2}, {2, 4}, {3, 6}}, nil},
		{"fixed", strategy("FIXED"), 4, exact(2, 2, 2), nil},
		{"fixed full", strategy("FIXED_FULL_JITTER"), 4, upTo(2, 2, 2), upTo(1.999, 1.999, 1.999)},
		{"fixed equal", strategy("FIXED_EQUAL_JITTER"), 4, bounds{{1, 2}, {1, 2}, {1, 2}}, nil},
		{"capping", exosphere(func(d *schema.Exosphere) { d.MaxDelay = pointer(10000) }), 4, exact(2, 4, 8, 10), nil},
		{"basic", exosphere(func(d *schema.Exosphere) { d.BackoffFactor = 1000 }), 4, exact(1, 2, 4), nil},
		{"aggressive", &schema.Exosphere{MaxRetries: 5, Strategy: "EXPONENTIAL_FULL_JITTER", BackoffFactor: 500, Exponent: 3}, 6,
			upTo(0.5, 1.5, 4.5, 13.5, 40.5), upTo(0.499, 1.499, 4.499, 13.499, 40.499)},
		{"capped", &schema.Exosphere{MaxRetries: 5, Strategy: "EXPONENTIAL", BackoffFactor: 2000, Exponent: 2, MaxDelay: pointer(30000)}, 6,
			exact(2, 4, 8, 16, 30), nil},
		{"conservative", &schema.Exosphere{MaxRetries: 3, Strategy: "EXPONENTIAL_FULL_JITTER", BackoffFactor: 1000, Exponent: 3, MaxDelay: pointer(60000)}, 4,
			upTo(1, 3, 9, 27, 60, 60), upTo(0.999, 2.999, 8.999, 26.999, 60, 60)},
		{"model", &schema.Exosphere{MaxRetries: 5, Strategy: "EXPONENTIAL_FULL_JITTER", BackoffFactor: 1000, Exponent: 2, MaxDelay: pointer(30000)}, 6,
			upTo(1, 2, 4, 8, 16, 30), upTo(0.999, 1.999, 3.999, 7.999, 15.999, 30)},
		{"predictable", &schema.Exosphere{MaxRetries: 5, Strategy: "LINEAR", BackoffFactor: 2000, Exponent: 1}, 6, exact(2, 4, 6, 8, 10), nil},
		{"rate limiting", &schema.Exosphere{MaxRetries: 10, Strategy: "FIXED", BackoffFactor: 5000, Exponent: 2, MaxDelay: pointer(5000)}, 11,
			exact(5, 5), nil},
		{"odd base", &schema.Exosphere{MaxRetries: 3, Strategy: "FIXED_EQUAL_JITTER", BackoffFactor: 1001, Exponent: 2}, 4,
			bounds{{0.501, 1.001}}, bounds{{0.5, 1.001}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			documented, implemented := compiled(tt.d)
			if documented.MaxAttempts != tt.attempts || implemented.MaxAttempts != tt.attempts {
				t.Errorf("attempts = %d, %d, want %d", documented.MaxAttempts, implemented.MaxAttempts, tt.attempts)
			}
			checkBounds(t, &documented.Backoff, tt.documented)
			if tt.implemented == nil {
				tt.implemented = tt.documented
			}
			checkBounds(t, &implemented.Backoff, tt.implemented)
		})
	}
}

func prodigy(change func(*schema.Prodigy)) *schema.Prodigy {
	d := &schema.Prodigy{
		Attempts: 5, InitialDelay: time.Second, MaxDelay: time.Minute,
		Backoff:   schema.ProdigyBackoff{Kind: "exponential", Base: 2},
		OnFailure: schema.OnFailure{Action: "stop"},
	}
	change(d)
	return d
}

func TestProdigyExamples(t *testing.T) {
	quarter := 0.25
	spread := bounds{{1.5, 2.5}, {3, 5}, {6, 10}, {12, 20}, {24, 40}, {45, 75}}
	halfSpread := bounds{{1.75, 2.25}, {3.5, 4.5}, {7, 9}, {14, 18}, {28, 36}, {52.5, 67.5}}
	tests := []struct {
		name                    string
		d                       *schema.Prodigy
		documented, implemented bounds
	}{
		{"fixed", prodigy(func(d *schema.Prodigy) { d.InitialDelay, d.Backoff.Kind = 2*time.Second, "fixed" }), exact(2, 2, 2), nil},
		{"linear", prodigy(func(d *schema.Prodigy) { d.Backoff = schema.ProdigyBackoff{Kind: "linear", Increment: 2 * time.Second} }),
			exact(1, 3, 5, 7), nil},
		{"exponential", prodigy(func(*schema.Prodigy) {}), exact(1, 2, 4, 8, 16), nil},
		{"exponential of base 3", prodigy(func(d *schema.Prodigy) { d.Backoff.Base = 3 }), exact(1, 3, 9, 27, 60), nil},
		{"fibonacci", prodigy(func(d *schema.Prodigy) { d.Backoff.Kind, d.MaxDelay = "fibonacci", 30*time.Second }),
			exact(1, 1, 2, 3, 5, 8), nil},
		{"custom", prodigy(func(d *schema.Prodigy) {
			d.Backoff = schema.ProdigyBackoff{Kind: "custom",
				Delays: []time.Duration{time.Second, 3 * time.Second, 7 * time.Second, 15 * time.Second}}
		}), exact(1, 3, 7, 15, 60), nil},
		{"complete", prodigy(func(d *schema.Prodigy) { d.InitialDelay, d.Jitter, d.JitterFactor = 2*time.Second, true, &quarter }),
			spread, halfSpread},
		{"default factor", prodigy(func(d *schema.Prodigy) { d.InitialDelay, d.Jitter = 2*time.Second, true }),
			spread, bounds{{1.7, 2.3}, {3.4, 4.6}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			documented, implemented := compiled(tt.d)
			checkBounds(t, &documented.Backoff, tt.documented)
			if tt.implemented == nil {
				tt.implemented = tt.documented
			}
			checkBounds(t, &implemented.Backoff, tt.implemented)
		})
	}
}

func TestProdigyJitterNeverOverflows(t *testing.T) {
	for _, factor := range []float64{0, 1e-9, 0.25, 0.5, 1, 2, 1e3, 1e9, 1e18, 1e300, math.Inf(1)} {
		documented, implemented := compiled(prodigy(func(d *schema.Prodigy) {
			d.MaxDelay, d.Jitter, d.JitterFactor = policy.Unlimited, true, &factor
		}))
		for _, p := range []*policy.Policy{documented, implemented} {
			s := p.Backoff
			shortest, longest := s.Bounds(1000)
			mean := s.Mean(1000)
			if shortest < 0 || mean < shortest || longest < mean || longest < s.Cap {
				t.Errorf("factor %v: bounds %v, %v, mean %v, cap %v", factor, shortest, longest, mean, s.Cap)
			}
		}
	}
}

func TestTemporalExamples(t *testing.T) {
	d := &schema.Temporal{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 100 * time.Second}
	p, _ := compiled(d)
	if p.MaxAttempts != 0 {
		t.Errorf("attempts = %d, want 0, unlimited", p.MaxAttempts)
	}
	checkBounds(t, &p.Backoff, exact(1, 2, 4, 8, 16, 32, 64, 100, 100))
	d.BackoffCoefficient = 1
	p, _ = compiled(d)
	checkBounds(t, &p.Backoff, exact(1, 1, 1))
}

func TestHTTPXExamples(t *testing.T) {
	tests := []struct {
		name                    string
		d                       *schema.HTTPX
		documented, implemented bounds
	}{
		{"default", &schema.HTTPX{Total: 10, BackoffJitter: 1, MaxBackoffWait: 120}, exact(0, 0, 0), exact(0, 0, 0)},
		{"no jitter", &schema.HTTPX{Total: 5, BackoffFactor: 0.5, MaxBackoffWait: 5}, exact(0.5, 1, 2, 4, 5), exact(1, 2, 4, 5, 5)},
		{"full jitter", &schema.HTTPX{Total: 5, BackoffFactor: 2, BackoffJitter: 1, MaxBackoffWait: 5}, upTo(2, 4, 5, 5), upTo(4, 5, 5)},
		{"part jitter", &schema.HTTPX{Total: 5, BackoffFactor: 2, BackoffJitter: 0.25, MaxBackoffWait: 10},
			bounds{{1.5, 2}, {3, 4}, {6, 8}, {10, 10}}, bounds{{3, 4}, {6, 8}, {10, 10}, {10, 10}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			documented, implemented := compiled(tt.d)
			checkBounds(t, &documented.Backoff, tt.documented)
			checkBounds(t, &implemented.Backoff, tt.implemented)
		})
	}
}

func TestSmithyExamples(t *testing.T) {
	d := &schema.Smithy{
		RetryMode: "standard", MaxAttempts: 3,
		Backoff:    schema.SmithyBackoff{ScaleValue: 0.05, MaxBackoff: 20, JitterType: "FULL"},
		Throttling: &schema.SmithyBackoff{ScaleValue: 1, MaxBackoff: 20, JitterType: "FULL"},
	}
	p, _ := compiled(d)
	checkBounds(t, &p.Backoff, upTo(0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 20))
	checkBounds(t, p.Throttling, upTo(1, 2, 4, 8, 16, 20))
	d.Backoff.JitterType, d.Throttling = "DEFAULT", nil
	p, _ = compiled(d)
	checkBounds(t, &p.Backoff, bounds{{0.025, 0.05}, {0.05, 0.1}})
	if p.Throttling != nil {
		t.Error("a policy without a throttling strategy has one")
	}
	d.Backoff.JitterType = "NONE"
	p, _ = compiled(d)
	checkBounds(t, &p.Backoff, exact(0.05, 0.1))
	d.Backoff.JitterType = "DECORRELATED"
	p, _ = compiled(d)
	checkBounds(t, &p.Backoff, bounds{{0.05, 0.2}, {0.05, 0.65}, {0.05, 2}})
}
