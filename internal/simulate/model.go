package simulate

import "time"

// Scenario is what happens to the dependency.
type Scenario string

// The scenarios.
const (
	Outage     Scenario = "outage"     // every attempt of a while fails
	Brownout   Scenario = "brownout"   // the capacity falls to a part for a while
	Spike      Scenario = "spike"      // the load is a multiple for a while
	Contention Scenario = "contention" // all clients write one row at once
	Flaky      Scenario = "flaky"      // a part of all attempts fails
)

// Scenarios are all scenarios.
var Scenarios = []Scenario{Outage, Brownout, Spike, Contention, Flaky}

// The arrivals of calls, and the laws of the time of service.
const (
	Poisson     = "poisson"     // calls come independently of each other
	Paced       = "paced"       // each client makes its calls at equal distances
	Fixed       = "fixed"       // every request takes the same time
	Exponential = "exponential" // the time is drawn, and memoryless
)

// Model is the clients, the load and the server of a simulation.
type Model struct {
	Scenario Scenario
	Clients  int     // each a process, with its own quota, breaker and random numbers
	Rate     float64 // calls a second of each client
	Arrivals string  // Poisson or Paced
	Duration time.Duration
	// FaultAt and FaultFor are when the outage, the brownout or the spike begins
	// and how long it lasts.
	FaultAt, FaultFor time.Duration
	SpikeFactor       float64 // of the load during a spike
	BrownoutFactor    float64 // of the capacity during a brownout
	FailureRate       float64 // the part of all attempts that fails in Flaky, from 0 to 1

	Capacity float64       // requests a second that the server serves; 0 is no bound
	Queue    int           // requests that wait next to the one in service
	Service  string        // Fixed or Exponential
	Latency  time.Duration // of every answer, next to waiting and service
	Slowdown time.Duration // what each request in flight adds to Latency, without a capacity
	Timeout  time.Duration // of an attempt, where the policy has none; 0 is no bound
	Layers   int           // clients around each other, each with the policy
}

// Default returns the model with the values of flags that are not given.
func Default() Model {
	return Model{
		Scenario: Outage, Clients: 100, Rate: 10, Arrivals: Poisson, Duration: 2 * time.Minute,
		FaultAt: 30 * time.Second, FaultFor: 30 * time.Second, SpikeFactor: 2, BrownoutFactor: 0.3, FailureRate: 0.1,
		Queue: 256, Service: Fixed, Latency: 5 * time.Millisecond, Layers: 1,
	}
}

// HasFault reports whether something happens for a while, so that there is a
// recovery to look for.
func (m *Model) HasFault() bool {
	return m.Scenario == Outage || m.Scenario == Brownout || m.Scenario == Spike
}

// Load returns the calls a second of all clients.
func (m *Model) Load() float64 { return float64(m.Clients) * m.Rate }

// faultEnd returns when the fault ends.
func (m *Model) faultEnd() time.Duration { return m.FaultAt + m.FaultFor }

// inFault reports whether the fault lasts at a time.
func (m *Model) inFault(at time.Duration) bool { return at >= m.FaultAt && at < m.faultEnd() }

// window returns the time over which amplification is counted: the fault, or
// without one the whole run.
func (m *Model) window() (begin, end time.Duration) {
	if m.HasFault() {
		return m.FaultAt, m.faultEnd()
	}
	return 0, m.Duration
}
