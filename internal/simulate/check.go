package simulate

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// The bounds of a model: no simulation passes them, so that none fills the
// memory or runs for days.
const (
	maxClients  = 100_000
	maxLayers   = 5
	maxDuration = 24 * time.Hour
	maxQueue    = 10_000_000
	maxRate     = 1e6 // calls or requests a second
	maxCalls    = 1e9 // of one seed
)

// calm is how long the calls have to succeed until the system has recovered.
const calm = 10 * time.Second

// A flagError says what is wrong with the value of a flag.
type flagError struct{ flag, text string }

func (e flagError) Error() string { return "--" + e.flag + " " + e.text }

// Check returns what is wrong with the model, in the words of the flags of the
// command.
func (m *Model) Check() error {
	if !slices.Contains(Scenarios, m.Scenario) {
		return flagError{"scenario", fmt.Sprintf("%q is none of outage, brownout, spike, contention, flaky", string(m.Scenario))}
	}
	for _, check := range []func() error{m.checkNumbers, m.checkTimes, m.checkWords, m.checkFault} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) checkNumbers() error {
	switch {
	case m.Clients < 1 || m.Clients > maxClients:
		return flagError{"clients", fmt.Sprintf("%d is not between 1 and %d", m.Clients, maxClients)}
	case !(m.Rate > 0 && m.Load() <= maxRate):
		return flagError{"rate", fmt.Sprintf("%v: the load of all clients is not above 0 and at most %.0f calls a second", m.Rate, float64(maxRate))}
	case m.Scenario != Contention && m.Load()*m.Duration.Seconds()*max(1, m.SpikeFactor) > maxCalls:
		return flagError{"duration", fmt.Sprintf("%v: there are more than %.0f calls", m.Duration, float64(maxCalls))}
	case !(m.Capacity >= 0 && m.Capacity <= maxRate):
		return flagError{"capacity", fmt.Sprintf("%v is not between 0 and %.0f requests a second", m.Capacity, float64(maxRate))}
	case m.Queue < 0 || m.Queue > maxQueue:
		return flagError{"queue", fmt.Sprintf("%d is not between 0 and %d", m.Queue, maxQueue)}
	case m.Layers < 1 || m.Layers > maxLayers:
		return flagError{"layers", fmt.Sprintf("%d is not between 1 and %d", m.Layers, maxLayers)}
	case !(m.SpikeFactor >= 0 && m.SpikeFactor <= 1000):
		return flagError{"spike", fmt.Sprintf("%v is not between 0 and 1000", m.SpikeFactor)}
	case !(m.BrownoutFactor >= 0 && m.BrownoutFactor <= 1):
		return flagError{"brownout", fmt.Sprintf("%v is not between 0 and 1", m.BrownoutFactor)}
	case !(m.FailureRate >= 0 && m.FailureRate <= 1):
		return flagError{"failure-rate", fmt.Sprintf("%v is not between 0 and 1", m.FailureRate)}
	}
	return nil
}

func (m *Model) checkTimes() error {
	for _, d := range []struct {
		flag        string
		value, most time.Duration
	}{
		{"duration", m.Duration, maxDuration}, {"fault-at", m.FaultAt, maxDuration}, {"fault-for", m.FaultFor, maxDuration},
		{"latency", m.Latency, time.Hour}, {"slowdown", m.Slowdown, time.Minute}, {"timeout", m.Timeout, maxDuration},
	} {
		if d.value < 0 || d.value > d.most {
			return flagError{d.flag, fmt.Sprintf("%v is not between 0s and %v", d.value, d.most)}
		}
	}
	if m.Duration < time.Second {
		return flagError{"duration", fmt.Sprintf("%v is shorter than a second", m.Duration)}
	}
	return nil
}

func (m *Model) checkWords() error {
	switch {
	case m.Arrivals != Poisson && m.Arrivals != Paced:
		return flagError{"arrivals", fmt.Sprintf("%q is none of poisson, paced", m.Arrivals)}
	case m.Service != Fixed && m.Service != Exponential:
		return flagError{"service", fmt.Sprintf("%q is none of fixed, exponential", m.Service)}
	case m.Capacity > 0 && m.Slowdown > 0:
		return flagError{"slowdown", "is for a server without a --capacity"}
	}
	return nil
}

// checkFault checks what a scenario with a fault needs.
func (m *Model) checkFault() error {
	switch {
	case m.Scenario == Brownout && m.Capacity == 0:
		return flagError{"scenario", fmt.Sprintf("brownout needs a --capacity, of which a part is left; the load is %v calls a second", m.Load())}
	case !m.HasFault():
		return nil
	case m.FaultFor == 0:
		return flagError{"fault-for", "0s is no fault"}
	case m.Duration < m.faultEnd()+calm:
		return flagError{"duration", fmt.Sprintf("%v is too short: the fault ends at %v, and %v after it are needed to see a recovery", m.Duration, m.faultEnd(), calm)}
	}
	return nil
}

// seconds returns a number of seconds, saturated.
func seconds(s float64) time.Duration {
	return time.Duration(max(min(s*float64(time.Second), math.MaxInt64/2), -math.MaxInt64/2))
}
