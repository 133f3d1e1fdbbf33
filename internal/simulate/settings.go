package simulate

import (
	"fmt"
	"strings"
	"time"
)

// Settings returns all values of a model, also those that its scenario does not
// use.
func Settings(m *Model) ModelReport {
	return ModelReport{
		Clients: m.Clients, Rate: number(m.Rate), Arrivals: &m.Arrivals, Duration: duration(m.Duration),
		FaultAt: duration(m.FaultAt), FaultFor: duration(m.FaultFor),
		SpikeFactor: number(m.SpikeFactor), BrownoutFactor: number(m.BrownoutFactor), FailureRate: number(m.FailureRate),
		Capacity: number(m.Capacity), Service: &m.Service, Queue: &m.Queue, ServesAbandoned: true,
		Latency: duration(m.Latency), Slowdown: duration(m.Slowdown), Timeout: duration(m.Timeout), Layers: m.Layers,
	}
}

// Model returns the model of settings. What they leave out has its default.
func (r *ModelReport) Model(s Scenario) Model {
	m := Default()
	m.Scenario, m.Clients, m.Layers = s, r.Clients, r.Layers
	for _, n := range []struct {
		value *Number
		field *float64
	}{
		{r.Rate, &m.Rate}, {r.SpikeFactor, &m.SpikeFactor}, {r.BrownoutFactor, &m.BrownoutFactor},
		{r.FailureRate, &m.FailureRate}, {r.Capacity, &m.Capacity},
	} {
		if n.value != nil {
			*n.field = float64(*n.value)
		}
	}
	for _, d := range []struct {
		value *Number
		field *time.Duration
	}{
		{r.Duration, &m.Duration}, {r.FaultAt, &m.FaultAt}, {r.FaultFor, &m.FaultFor},
		{r.Latency, &m.Latency}, {r.Slowdown, &m.Slowdown}, {r.Timeout, &m.Timeout},
	} {
		if d.value != nil {
			*d.field = seconds(float64(*d.value))
		}
	}
	if r.Arrivals != nil {
		m.Arrivals = *r.Arrivals
	}
	if r.Service != nil {
		m.Service = *r.Service
	}
	if r.Queue != nil {
		m.Queue = *r.Queue
	}
	return m
}

// CSV returns the series of simulations as a table: a line for each step, and
// columns for each variant.
func CSV(simulations []*Simulation) string {
	var b strings.Builder
	b.WriteString("time_s")
	for _, s := range simulations {
		for _, name := range []string{"calls", "attempts", "successes", "failures", "queue"} {
			fmt.Fprintf(&b, ",%s_%s", s.Variant, name)
		}
	}
	b.WriteString("\n")
	for i := range simulations[0].Series.Calls {
		b.WriteString(plainNumber(float64(i) * float64(simulations[0].Series.Step)))
		for _, s := range simulations {
			for _, list := range [][]Number{s.Series.Calls, s.Series.Attempts, s.Series.Successes, s.Series.Failures, s.Series.Queue} {
				b.WriteString("," + list[i].String())
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
