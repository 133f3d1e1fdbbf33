package simulate

import (
	"math"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// compiled returns the first policy of a spec with the given block.
func compiled(t testing.TB, block string) *policy.Policy {
	t.Helper()
	spec, findings := schema.Load("test.retry.yaml", []byte("version: 1\npolicies:\n  test:\n    "+block+"\n"))
	if spec == nil || findings.HasErrors() {
		t.Fatalf("%s: %v", block, findings)
	}
	return compile.Policy(spec.Policies[0])
}

func run(t testing.TB, m Model, seeds int, block string) *Report {
	t.Helper()
	r, err := Run(t.Context(), Options{Model: m, Seeds: Seeds{1, seeds}}, []Subject{{Policy: compiled(t, block)}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// near checks a figure against a known value: it has to lie within some standard
// errors of the mean, and these have to be small enough to say something.
func near(t *testing.T, what string, f *Figure, want, part float64) {
	t.Helper()
	half := float64(f.CI95[1]-f.CI95[0]) / 2
	if half > part*want {
		t.Errorf("%s: %v is known to %v only", what, f.Mean, half)
	}
	if math.Abs(float64(f.Mean)-want) > 2.5*half {
		t.Errorf("%s is %v ± %v, want %v", what, f.Mean, half, want)
	}
}

const plain = "exosphere: {max_retries: 2, strategy: EXPONENTIAL_FULL_JITTER, backoff_factor: 50, exponent: 2, max_delay: 20000}"

// TestQueue compares a server without retries with M/M/1: the mean time in the
// system is 1/(capacity − load), and its law is exponential.
func TestQueue(t *testing.T) {
	m := Default()
	m.Scenario, m.FailureRate = Flaky, 0
	m.Clients, m.Rate, m.Capacity, m.Queue, m.Service, m.Latency, m.Duration = 10, 7, 100, 100_000, Exponential, 0, 500*time.Second
	s := run(t, m, 10, plain).Simulations[1]
	near(t, "mean", s.Call.Mean, 1./30, 0.03)
	near(t, "median", s.Call.P50, math.Ln2/30, 0.03)
	near(t, "p99", s.Call.P99, math.Log(100)/30, 0.08)
}

// TestFixedService compares it with M/D/1, by Pollaczek and Khinchin.
func TestFixedService(t *testing.T) {
	m := Default()
	m.Scenario, m.FailureRate = Flaky, 0
	m.Clients, m.Rate, m.Capacity, m.Queue, m.Latency, m.Duration = 10, 8, 100, 100_000, 0, 500*time.Second
	near(t, "mean", run(t, m, 10, plain).Simulations[1].Call.Mean, 0.01*(1+0.8/(2*0.2)), 0.03)
}

// TestLoss compares a server without a queue with Erlang's formula.
func TestLoss(t *testing.T) {
	m := Default()
	m.Scenario, m.FailureRate = Flaky, 0
	m.Clients, m.Rate, m.Capacity, m.Queue, m.Service, m.Duration = 10, 10, 100, 0, Exponential, 200*time.Second
	near(t, "successes", run(t, m, 10, plain).Simulations[1].SuccessRate, 0.5, 0.01)
}

// TestRetries compares the attempts with the geometric sum 1 + p + p², and the
// calls that fail with p³.
func TestRetries(t *testing.T) {
	m := Default()
	m.Scenario, m.Clients = Flaky, 20
	for _, p := range []float64{0.1, 0.3, 0.5} {
		m.FailureRate = p
		s := run(t, m, 10, plain).Simulations[0]
		near(t, "amplification", s.Amplification.Mean, 1+p+p*p, 0.01)
		near(t, "successes", s.SuccessRate, 1-p*p*p, 0.01)
	}
}

// TestLayers: layers of attempts multiply.
func TestLayers(t *testing.T) {
	m := Default()
	m.Scenario, m.FailureRate, m.Layers, m.Clients = Flaky, 1, 3, 2
	s := run(t, m, 1, plain).Simulations[0]
	if calls, attempts := s.Calls.Mean, s.Attempts.Mean; attempts != 27*calls {
		t.Errorf("%v calls through three layers make %v attempts, want 27 times as many", calls, attempts)
	}
}

// TestQuota compares an outage with the bound of a quota: each client has what
// the quota holds for retries, and what time adds.
func TestQuota(t *testing.T) {
	for _, rate := range []float64{1, 7, 70} {
		m := Default()
		m.Rate, m.Clients, m.FaultFor, m.Duration = rate, int(700/rate), time.Minute, 2*time.Minute
		s := run(t, m, 3, plain+"\n    quota: {success_refund: 1}").Simulations[0]
		want := 1 + 10/(rate*60) + 0.05/rate
		if got := float64(s.Amplification.Mean.Mean); math.Abs(got-want) > 0.02 {
			t.Errorf("amplification at %v calls/s is %v, want %v", rate, got, want)
		}
	}
}
