package simulate

import (
	"math/rand/v2"
	"time"
)

// server is what the clients call.
type server struct {
	model  *Model
	random *rand.Rand
	busy   queue   // the ends of the requests that it has
	booked float64 // work that it has accepted, in requests since the beginning
}

// answer is what becomes of an attempt, and when the client has it.
type answer struct {
	at   instant
	kind eventKind
}

// take takes an attempt that arrives now.
func (s *server) take(now instant) answer {
	m := s.model
	switch at := time.Duration(now); {
	case m.Scenario == Outage && m.inFault(at), m.Scenario == Flaky && s.random.Float64() < m.FailureRate:
		return answer{now.after(m.Latency), refused}
	case m.Capacity > 0:
		return s.enqueue(now)
	case m.Slowdown > 0:
		s.busy.drop(now)
		at := now.after(m.Latency + m.Slowdown*time.Duration(s.busy.size))
		s.busy.add(event{at: at})
		return answer{at, served}
	default:
		return answer{now.after(m.Latency), served}
	}
}

// enqueue puts a request at the end of the line. It is served in the order of
// arrival, so that its end is known now.
func (s *server) enqueue(now instant) answer {
	m := s.model
	s.busy.drop(now)
	if s.busy.size > m.Queue {
		return answer{now.after(m.Latency), refused}
	}
	work := 1.0
	if m.Service == Exponential {
		work = s.random.ExpFloat64()
	}
	s.booked = max(s.booked, s.work(time.Duration(now).Seconds())) + work
	at := instant(seconds(s.when(s.booked)))
	s.busy.add(event{at: at})
	return answer{at.after(m.Latency), served}
}

// waiting returns how many requests wait: for the server, or, if it has no
// bound, none.
func (s *server) waiting(now instant) int {
	if s.model.Capacity == 0 {
		return 0
	}
	s.busy.drop(now)
	return max(s.busy.size-1, 0)
}

// lost returns the seconds of full service that a fault has cost up to a time.
func (s *server) lost(t float64) float64 {
	m := s.model
	if m.Scenario != Brownout {
		return 0
	}
	return (1 - m.BrownoutFactor) * min(max(t-m.FaultAt.Seconds(), 0), m.FaultFor.Seconds())
}

// work returns how many requests the server can serve until a time.
func (s *server) work(t float64) float64 { return s.model.Capacity * (t - s.lost(t)) }

// when returns the time until which the server can serve so many requests.
func (s *server) when(work float64) float64 {
	m, t := s.model, work/s.model.Capacity
	begin, length := m.FaultAt.Seconds(), m.FaultFor.Seconds()
	switch {
	case m.Scenario != Brownout || t <= begin:
		return t
	case m.BrownoutFactor > 0 && t < begin+length*m.BrownoutFactor:
		return begin + (t-begin)/m.BrownoutFactor
	default:
		return t + length*(1-m.BrownoutFactor)
	}
}
