package simulate

import (
	"math/rand/v2"
	"slices"
	"time"
)

// arrivals are the calls of all clients in the order of their times.
type arrivals struct {
	model  *Model
	random *rand.Rand
	steady float64 // seconds in which as many calls come at the usual rate
	phases []phase // of paced clients, in order
	next   int     // of phases
	rounds float64 // of all clients that are over
}

// phase is when in its period a paced client makes its calls.
type phase struct {
	at     float64 // from 0 to 1
	client int32
}

func newArrivals(m *Model, random *rand.Rand) *arrivals {
	a := &arrivals{model: m, random: random}
	if m.Arrivals == Paced {
		for client := range m.Clients {
			a.phases = append(a.phases, phase{random.Float64(), int32(client)})
		}
		slices.SortFunc(a.phases, func(x, y phase) int {
			if x.at < y.at {
				return -1
			}
			return 1
		})
	}
	return a
}

// draw returns the time of the next call and who makes it.
func (a *arrivals) draw() (instant, int32) {
	if a.phases == nil {
		a.steady += a.random.ExpFloat64() / a.model.Load()
		client := int32(a.random.Uint64N(uint64(a.model.Clients)))
		return a.at(), client
	}
	p := a.phases[a.next]
	a.steady = (a.rounds + p.at) / a.model.Rate
	if a.next++; a.next == len(a.phases) {
		a.next = 0
		a.rounds++
	}
	return a.at(), p.client
}

// at returns the time at which the calls of steady seconds have come: in a spike
// they come faster.
func (a *arrivals) at() instant {
	m, t := a.model, a.steady
	begin, length := m.FaultAt.Seconds(), m.FaultFor.Seconds()
	switch {
	case m.Scenario != Spike || t < begin:
	case t < begin+length*m.SpikeFactor:
		t = begin + (t-begin)/m.SpikeFactor
	default:
		t -= length * (m.SpikeFactor - 1)
	}
	return instant(seconds(t) / time.Nanosecond)
}
