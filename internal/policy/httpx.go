package policy

import (
	"time"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// httpx compiles the Retry of httpx-retries: total retries, backoff_factor ×
// 2^(n−1) seconds as documented and twice that in its code, drawn downward and
// then cut to max_backoff_wait.
func (p *Policy) httpx(d *schema.HTTPX, at schema.Pointer) {
	p.retries(d.Total)
	p.Backoff = Schedule{
		Growth:   Exponential,
		First:    seconds(d.BackoffFactor),
		Factor:   2,
		Rounding: Nearest,
		Cap:      max(seconds(d.MaxBackoffWait), 1),
		Unit:     time.Nanosecond,
	}
	p.httpxFirst(d.BackoffFactor)
	p.httpxJitter(d.BackoffJitter)
	p.httpxHint(d.RespectRetryAfter)
	if d.TotalTimeout != nil {
		p.WaitBudget = &WaitBudget{Limit: seconds(*d.TotalTimeout), Truncate: true}
	}
	p.AllowedMethods = d.AllowedMethods
	p.httpxErrors(d.StatusForcelist, at.Key("httpx"))
}

func (p *Policy) httpxFirst(factor float64) {
	if factor == 0 {
		return
	}
	if !p.documented() {
		p.Backoff.First = seconds(2 * factor)
	}
	p.differ("a first wait of backoff_factor", "waits twice that")
}

// httpxJitter draws from [1 − jitter, 1] of the wait; all of it is full jitter.
func (p *Policy) httpxJitter(jitter float64) {
	s := &p.Backoff
	switch {
	case s.First == 0 || jitter <= 0:
		return
	case jitter >= 1:
		s.Jitter = Full
	default:
		s.Jitter, s.Amount = Below, jitter
	}
	s.CapAfterJitter = true
	p.note("max_backoff_wait cuts the drawn wait, so that waits pile up at %s", s.Cap)
}

func (p *Policy) httpxHint(respected bool) {
	p.Hint = Hint{Mode: HintIgnored}
	if respected {
		p.Hint = Hint{Mode: HintReplaces, Max: p.Backoff.Cap}
	}
}

// httpxErrors retries the listed statuses, and what goes wrong without one.
func (p *Policy) httpxErrors(statuses []int, at schema.Pointer) {
	p.Otherwise = StopAll
	list := at.Key("status_forcelist")
	ranges := make([]matcher.Range, len(statuses))
	for i, status := range statuses {
		ranges[i] = matcher.Range{Low: status, High: status, At: list.Index(i)}
	}
	p.Retry = []matcher.Matcher{
		matcher.Status{Entry: matcher.Place(list), Ranges: ranges},
		matcher.Class{Entry: matcher.Place(at), Class: "timeout"},
		matcher.Class{Entry: matcher.Place(at), Class: "network"},
	}
}
