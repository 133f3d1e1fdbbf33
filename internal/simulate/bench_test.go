package simulate

import "testing"

// BenchmarkFlaky is 100 clients of 10 calls a second for two minutes, with 20
// seeds, as policy and without retries: 4.8 million calls.
func BenchmarkFlaky(b *testing.B) {
	m := Default()
	m.Scenario = Flaky
	for b.Loop() {
		run(b, m, 20, plain)
	}
}

// BenchmarkFleet is 10 000 clients with a quota and a timeout each in an outage.
func BenchmarkFleet(b *testing.B) {
	m := Default()
	m.Clients = 10_000
	for b.Loop() {
		run(b, m, 1, plain+"\n    attempt_timeout: 1s\n    quota: {}")
	}
}
