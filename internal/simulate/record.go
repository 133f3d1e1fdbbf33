package simulate

import (
	"slices"
	"time"
)

// bin is the length of the pieces of time in which a herd is looked for.
const bin = 10 * time.Millisecond

// herdTime is how long after the beginning of a fault it is looked for.
const herdTime = 10 * time.Second

// record is what came of one seed.
type record struct {
	model *Model

	calls, attempts, successes int
	wasted                     int // attempts served after their client had gone
	times                      histogram
	completion                 instant // when the last call ended

	// perSecond has the seconds of the run; attempts may begin later.
	perSecond  []second
	afterFault []second // from the end of the fault on
	bins       []int32  // attempts, in the time of the herd
	inWindow   struct{ calls, attempts, lastCalls, lastAttempts int }
}

// second is what happened in a second. Successes and failures are of the calls
// that began in it.
type second struct{ calls, attempts, successes, failures, waiting int32 }

func newRecord(m *Model) *record {
	r := &record{model: m, perSecond: make([]second, int((m.Duration+time.Second-1)/time.Second))}
	if m.HasFault() {
		r.afterFault = make([]second, int((m.Duration-m.faultEnd())/time.Second))
		r.bins = make([]int32, int(min(herdTime, m.Duration-m.FaultAt)/bin))
	}
	if m.Scenario == Contention {
		r.perSecond = nil
	}
	return r
}

// at returns the second of a list that begins at a time, or nil.
func at(seconds []second, begin time.Duration, now instant) *second {
	d := time.Duration(now) - begin
	if i := int(d / time.Second); d >= 0 && i < len(seconds) {
		return &seconds[i]
	}
	return nil
}

// both calls change for the second of the run and for that after the fault.
func (r *record) both(now instant, change func(*second)) {
	if s := at(r.perSecond, 0, now); s != nil {
		change(s)
	}
	if s := at(r.afterFault, r.model.faultEnd(), now); s != nil {
		change(s)
	}
}

// counted returns whether a time is in the window of amplification, and in the
// last third of it.
func (r *record) counted(now instant) (in, last bool) {
	begin, end := r.model.window()
	if r.model.Scenario == Contention {
		return true, false
	}
	t := time.Duration(now)
	return t >= begin && t < end, t >= end-(end-begin)/3 && t < end
}

func (r *record) begun(now instant) {
	r.calls++
	r.both(now, func(s *second) { s.calls++ })
	in, last := r.counted(now)
	if in {
		r.inWindow.calls++
	}
	if last {
		r.inWindow.lastCalls++
	}
}

func (r *record) attempted(now instant) {
	r.attempts++
	if s := at(r.perSecond, 0, now); s != nil {
		s.attempts++
	}
	in, last := r.counted(now)
	if in {
		r.inWindow.attempts++
	}
	if last {
		r.inWindow.lastAttempts++
	}
	if since := time.Duration(now) - r.model.FaultAt; since >= 0 && len(r.bins) > 0 {
		if i := int(since / bin); i < len(r.bins) {
			r.bins[i]++
		}
	}
}

// ended notes the end of a call.
func (r *record) ended(begun, now instant, succeeded bool) {
	r.completion = max(r.completion, now)
	if !succeeded {
		r.both(begun, func(s *second) { s.failures++ })
		return
	}
	r.successes++
	r.times.add(time.Duration(now - begun))
	r.both(begun, func(s *second) { s.successes++ })
}

// giveUp counts the calls that have not ended as failures.
func (r *record) giveUp(calls []call) {
	for _, c := range calls {
		if c.client >= 0 {
			r.both(c.begun, func(s *second) { s.failures++ })
		}
	}
}

// sample notes how many requests wait at the end of a second.
func (r *record) sample(now instant, waiting int) {
	if s := at(r.perSecond, 0, now-1); s != nil {
		s.waiting = int32(waiting)
	}
}

// recovery returns how long after the fault the calls succeed again: the
// beginning of the first of ten seconds in a row in each of which 99 in 100 do.
func (r *record) recovery() (time.Duration, bool) {
	row := 0
	for i, s := range r.afterFault {
		if row++; int64(s.failures)*100 > int64(s.calls) {
			row = 0
		}
		if time.Duration(row)*time.Second == calm {
			return time.Duration(i+1)*time.Second - calm, true
		}
	}
	return 0, false
}

// worst returns the attempts of the busiest second of a part of the run.
func (r *record) worst(begin, end time.Duration) float64 {
	worst := int32(0)
	for i, s := range r.perSecond {
		if t := time.Duration(i) * time.Second; t+time.Second > begin && t < end {
			worst = max(worst, s.attempts)
		}
	}
	return float64(worst)
}

// herd returns the attempts of the busiest bin over the mean of all.
func (r *record) herd() float64 {
	sum := 0
	for _, n := range r.bins {
		sum += int(n)
	}
	return ratio(float64(slices.Max(r.bins)), float64(sum)/float64(len(r.bins)))
}

// ratio returns a/b, and 0 for nothing of nothing.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
