package simulate

import (
	"time"
)

// Report is the answer of a simulation, as "simulate --format json" prints it.
// Its keys are documented: new ones may come, none changes its meaning within a
// version.
type Report struct {
	Version     int           `json:"version"`
	Scenario    Scenario      `json:"scenario"`
	Seeds       Seeds         `json:"seeds"`
	Model       ModelReport   `json:"model"`
	Simulations []*Simulation `json:"simulations"`
}

// reportVersion is the version of the form of reports.
const reportVersion = 1

// Seeds are the seeds of a simulation, one after the other.
type Seeds struct {
	First uint64 `json:"first"`
	Count int    `json:"count"`
}

// ModelReport is the model of a report. What does not apply is nil.
type ModelReport struct {
	Clients         int     `json:"clients"`
	Rate            *Number `json:"rate_per_client_per_s"`
	Arrivals        *string `json:"arrivals"`
	Duration        *Number `json:"duration_s"`
	FaultAt         *Number `json:"fault_at_s"`
	FaultFor        *Number `json:"fault_for_s"`
	SpikeFactor     *Number `json:"spike_factor"`
	BrownoutFactor  *Number `json:"brownout_factor"`
	FailureRate     *Number `json:"failure_rate"`
	Capacity        *Number `json:"capacity_per_s"`
	Service         *string `json:"service"`
	Queue           *int    `json:"queue"`
	WhenFull        *string `json:"when_full"`
	ServesAbandoned bool    `json:"serves_abandoned"`
	Latency         *Number `json:"latency_s"`
	Slowdown        *Number `json:"slowdown_s"`
	Timeout         *Number `json:"timeout_s"`
	Layers          int     `json:"layers"`
}

// The variants of a policy in a report.
const (
	AsWritten = "policy"
	NoRetries = "no_retries" // the same with one attempt
	Against   = "against"    // another version of it
)

// Simulation is what came of one variant of a policy.
type Simulation struct {
	Policy        string        `json:"policy"`
	Variant       string        `json:"variant"`
	Source        string        `json:"source"`
	Calls         *Figure       `json:"calls"`
	Attempts      *Figure       `json:"attempts"`
	Successes     *Figure       `json:"successes"`
	SuccessRate   *Figure       `json:"success_rate"`
	Amplification Amplification `json:"amplification"`
	Peak          *Figure       `json:"peak_attempts_per_s"`
	WastedRate    *Figure       `json:"wasted_rate"`
	Herd          *Figure       `json:"herd"`
	Call          CallTimes     `json:"call_s"`
	Completion    *Figure       `json:"completion_s"`
	Recovery      Recovery      `json:"recovery"`
	Series        *Series       `json:"series"`
	Summary       string        `json:"summary"`
}

// Amplification is attempts divided by calls that began, in the window of the
// fault, or without one in the whole run.
type Amplification struct {
	Mean      *Figure `json:"mean"`
	LastThird *Figure `json:"last_third"`
	// WorstSecond is the attempts of the busiest second of the window, divided by
	// the usual load.
	WorstSecond *Figure `json:"worst_second"`
}

// CallTimes are how long calls take that succeed, waits included.
type CallTimes struct {
	Mean *Figure `json:"mean"`
	P50  *Figure `json:"p50"`
	P99  *Figure `json:"p99"`
}

// Recovery is whether and when the calls succeed again after a fault.
type Recovery struct {
	Recovered *int    `json:"recovered"` // seeds
	Seconds   *Figure `json:"seconds"`   // of those that recovered
	// Limit is the greatest load at which more than half of the seeds recover,
	// within 5 %; nil if it was not searched, or none was found.
	Limit *Number `json:"limit_calls_per_s"`
}

// Series is what happened in each step of the run, as the mean over the seeds.
// Successes and failures are of the calls that began in the step.
type Series struct {
	Step      Number   `json:"step_s"`
	Calls     []Number `json:"calls"`
	Attempts  []Number `json:"attempts"`
	Successes []Number `json:"successes"`
	Failures  []Number `json:"failures"`
	Queue     []Number `json:"queue"` // requests that wait at the end of the step
}

func newModelReport(m *Model) ModelReport {
	r := ModelReport{Clients: m.Clients, ServesAbandoned: true, Layers: m.Layers, Timeout: positive(m.Timeout)}
	if m.Scenario == Contention {
		return r
	}
	r.Rate, r.Arrivals, r.Duration = number(m.Rate), &m.Arrivals, duration(m.Duration)
	r.Latency, r.Slowdown = duration(m.Latency), duration(m.Slowdown)
	if m.HasFault() {
		r.FaultAt, r.FaultFor = duration(m.FaultAt), duration(m.FaultFor)
	}
	switch m.Scenario {
	case Spike:
		r.SpikeFactor = number(m.SpikeFactor)
	case Brownout:
		r.BrownoutFactor = number(m.BrownoutFactor)
	case Flaky:
		r.FailureRate = number(m.FailureRate)
	case Outage, Contention:
	}
	if m.Capacity > 0 {
		full := "reject"
		r.Capacity, r.Service, r.Queue, r.WhenFull = number(m.Capacity), &m.Service, &m.Queue, &full
	}
	return r
}

func number(n float64) *Number {
	value := Number(n)
	return &value
}

func duration(d time.Duration) *Number { return number(d.Seconds()) }

func positive(d time.Duration) *Number {
	if d <= 0 {
		return nil
	}
	return duration(d)
}

// each returns the figure of a number of each record.
func figureOf(records []*record, value func(*record) float64) *Figure {
	values := make([]float64, len(records))
	for i, r := range records {
		values[i] = value(r)
	}
	return figure(values)
}

// fill fills in the figures of the records of all seeds.
func (s *Simulation) fill(m *Model, records []*record) {
	of := func(value func(*record) float64) *Figure { return figureOf(records, value) }
	s.Calls = of(func(r *record) float64 { return float64(r.calls) })
	s.Attempts = of(func(r *record) float64 { return float64(r.attempts) })
	s.Successes = of(func(r *record) float64 { return float64(r.successes) })
	s.SuccessRate = of(func(r *record) float64 { return ratio(float64(r.successes), float64(r.calls)) })
	s.WastedRate = of(func(r *record) float64 { return ratio(float64(r.wasted), float64(r.attempts)) })
	s.Amplification.Mean = of(func(r *record) float64 { return ratio(float64(r.inWindow.attempts), float64(r.inWindow.calls)) })
	s.Call.Mean = of(func(r *record) float64 { return r.times.mean() })
	s.Call.P50 = of(func(r *record) float64 { return r.times.quantile(0.5) })
	s.Call.P99 = of(func(r *record) float64 { return r.times.quantile(0.99) })
	if m.Scenario == Contention {
		s.Completion = of(func(r *record) float64 { return time.Duration(r.completion).Seconds() })
		return
	}
	begin, end := m.window()
	s.Amplification.LastThird = of(func(r *record) float64 {
		return ratio(float64(r.inWindow.lastAttempts), float64(r.inWindow.lastCalls))
	})
	s.Amplification.WorstSecond = of(func(r *record) float64 { return r.worst(begin, end) / m.Load() })
	s.Peak = of(func(r *record) float64 { return r.worst(0, m.Duration) })
	s.Series = newSeries(m, records)
	if m.HasFault() {
		s.Herd = of((*record).herd)
		s.Recovery = newRecovery(records)
	}
}

func newRecovery(records []*record) Recovery {
	var times []float64
	for _, r := range records {
		if after, ok := r.recovery(); ok {
			times = append(times, after.Seconds())
		}
	}
	recovered := len(times)
	return Recovery{Recovered: &recovered, Seconds: figure(times)}
}

// maxSteps is the most steps of a series.
const maxSteps = 3600

func newSeries(m *Model, records []*record) *Series {
	n := len(records[0].perSecond)
	step := (n + maxSteps - 1) / maxSteps
	steps := (n + step - 1) / step
	s := &Series{Step: Number(step)}
	for _, list := range []*[]Number{&s.Calls, &s.Attempts, &s.Successes, &s.Failures, &s.Queue} {
		*list = make([]Number, steps)
	}
	for _, r := range records {
		for i, second := range r.perSecond {
			s.add(i/step, &second)
			if (i+1)%step == 0 || i == n-1 {
				s.Queue[i/step] += Number(second.waiting)
			}
		}
	}
	for _, list := range [][]Number{s.Calls, s.Attempts, s.Successes, s.Failures, s.Queue} {
		for i := range list {
			list[i] /= Number(len(records))
		}
	}
	return s
}

func (s *Series) add(i int, second *second) {
	s.Calls[i] += Number(second.calls)
	s.Attempts[i] += Number(second.attempts)
	s.Successes[i] += Number(second.successes)
	s.Failures[i] += Number(second.failures)
}
