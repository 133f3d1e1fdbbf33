package simulate

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestCancel: a simulation ends with its context.
func TestCancel(t *testing.T) {
	m := Default()
	m.Clients, m.Rate, m.Duration = 1000, 100, time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err := Run(ctx, Options{Model: m, Seeds: Seeds{1, 5}}, []Subject{{Policy: compiled(t, plain)}})
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) > 20*time.Second {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
}

// TestInFlight: calls that do not end fill the memory up to a bound only.
func TestInFlight(t *testing.T) {
	m := Default()
	m.Clients, m.Rate, m.Latency = 100, 5000, time.Hour
	_, err := Run(t.Context(), Options{Model: m, Seeds: Seeds{1, 1}}, []Subject{{Policy: compiled(t, plain)}})
	if err == nil || !strings.HasPrefix(err.Error(), "more than 2000000 calls are in flight") {
		t.Errorf("error %v", err)
	}
}

// TestEndless: a call of a policy without an end is followed for an hour, and has
// failed then.
func TestEndless(t *testing.T) {
	m := Default()
	m.Scenario, m.FailureRate, m.Clients, m.Rate, m.Duration = Flaky, 1, 1, 1, 10*time.Second
	s := run(t, m, 1, "temporal: {initial_interval: 10s, backoff_coefficient: 1}").Simulations[0]
	failures := Number(0)
	for _, n := range s.Series.Failures {
		failures += n
	}
	if s.Calls.Mean == 0 || failures != s.Calls.Mean || s.Attempts.Mean < 300*s.Calls.Mean {
		t.Errorf("%v calls, %v attempts, %v failures", s.Calls.Mean, s.Attempts.Mean, failures)
	}
}

// TestSearch: the limit of a server without retries is its capacity, and what is
// found recovers where a load a little above it does not.
func TestSearch(t *testing.T) {
	m := Default()
	m.Scenario, m.Clients, m.Capacity, m.Timeout = Brownout, 10, 200, time.Second
	o := Options{Model: m, Seeds: Seeds{1, 3}, Search: true}
	r, err := Run(t.Context(), o, []Subject{{Policy: compiled(t, plain+"\n    errors: {retry: [timeout, {status: [503]}]}")}})
	if err != nil {
		t.Fatal(err)
	}
	own, bare := r.Simulations[0].Recovery.Limit, r.Simulations[1].Recovery.Limit
	if own == nil || bare == nil || *bare < 0.85*200 || *bare > 1.05*200 || *own > *bare {
		t.Fatalf("limits %v and %v", own, bare)
	}
	for factor, want := range map[float64]bool{1: true, 1.1: false} {
		m.Rate = float64(*own) * factor / float64(m.Clients)
		o := Options{Model: m, Seeds: o.Seeds}
		again, err := Run(t.Context(), o, []Subject{{Policy: compiled(t, plain+"\n    errors: {retry: [timeout, {status: [503]}]}")}})
		if err != nil {
			t.Fatal(err)
		}
		if got := o.recovers(again.Simulations[0]); got != want {
			t.Errorf("at %v times the limit it recovers: %v", factor, got)
		}
	}
}

// TestHistogram: quantiles are right to a part of 1/500.
func TestHistogram(t *testing.T) {
	var h histogram
	for i := range 100_000 {
		h.add(time.Duration(i) * 37 * time.Microsecond)
	}
	for _, part := range []float64{0, 0.001, 0.5, 0.99, 0.99999} {
		want := part * 3.7
		if got := h.quantile(part); got < want*(1-1./500)-1e-4 || got > want*(1+1./500)+1e-4 {
			t.Errorf("quantile %v is %v, want %v", part, got, want)
		}
	}
}
