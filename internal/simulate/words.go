package simulate

import (
	"fmt"
	"strconv"
	"time"
)

// Words says in a few lines what is simulated: the load, the fault, and the
// server. No figure means anything without them.
func (m *Model) Words() []string {
	if m.Scenario == Contention {
		return []string{
			fmt.Sprintf("contention: %s write one row at once, each once%s", clients(m.Clients), m.layered()),
			fmt.Sprintf("server: a write succeeds if no other one came since the read; each way over the network takes |N(%v, %v)|%s", wayMean, waySD, m.timeout()),
		}
	}
	load := fmt.Sprintf("load: %s, %s calls/s each, %s, for %v%s", clients(m.Clients), plainNumber(m.Rate), m.Arrivals, m.Duration, m.layered())
	return []string{m.faultWords(), load, m.serverWords()}
}

func clients(n int) string {
	if n == 1 {
		return "1 client"
	}
	return strconv.Itoa(n) + " clients"
}

func (m *Model) layered() string {
	if m.Layers == 1 {
		return ""
	}
	return fmt.Sprintf(", through %d layers of clients", m.Layers)
}

// faultWords says what happens.
func (m *Model) faultWords() string {
	when := fmt.Sprintf(" from %v to %v", m.FaultAt, m.faultEnd())
	switch m.Scenario {
	case Outage:
		return "outage: every attempt fails" + when
	case Brownout:
		return "brownout: the capacity is × " + plainNumber(m.BrownoutFactor) + when
	case Spike:
		return "spike: the load is × " + plainNumber(m.SpikeFactor) + when
	default:
		return "flaky: " + plainNumber(100*m.FailureRate) + " % of all attempts fail"
	}
}

func (m *Model) serverWords() string {
	latency := fmt.Sprintf("answers take %v", m.Latency)
	switch {
	case m.Capacity > 0:
		return fmt.Sprintf("server: %s requests/s, first come first served, %s service, a queue of %d that rejects when full; %s more%s",
			plainNumber(m.Capacity), m.Service, m.Queue, latency, m.timeout())
	case m.Slowdown > 0:
		return fmt.Sprintf("server: %s, and %v more for each request in flight%s", latency, m.Slowdown, m.timeout())
	default:
		return "server: " + latency + m.timeout()
	}
}

// timeout says when an attempt ends where the policy does not.
func (m *Model) timeout() string {
	text := "; it serves requests whose client has gone"
	if m.Timeout > 0 {
		return fmt.Sprintf("; clients without an attempt timeout give up after %v%s", m.Timeout, text)
	}
	return text
}

func plainNumber(n float64) string { return Number(n).String() }

// Title names a simulation in a picture.
func (m *Model) Title(policy string) string {
	if !m.HasFault() {
		return policy + ": " + string(m.Scenario)
	}
	return fmt.Sprintf("%s: %s of %v", policy, m.Scenario, m.FaultFor.Round(time.Millisecond))
}
