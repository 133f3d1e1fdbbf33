package httpx

import (
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// Compile compiles the Retry of httpx-retries: total retries, backoff_factor ×
// 2^(n−1) seconds as documented and twice that in its code, drawn downward and
// then cut to max_backoff_wait.
func (d *Policy) Compile(p *policy.Policy, at finding.Pointer) {
	p.SetRetries(d.Total)
	p.Backoff = policy.Schedule{
		Growth:   policy.Exponential,
		First:    policy.Seconds(d.BackoffFactor),
		Factor:   2,
		Rounding: policy.Nearest,
		Cap:      max(policy.Seconds(d.MaxBackoffWait), 1),
		Unit:     time.Nanosecond,
	}
	setFirst(p, d.BackoffFactor)
	setJitter(p, d.BackoffJitter)
	setHint(p, d.RespectRetryAfter)
	if d.TotalTimeout != nil {
		p.WaitBudget = &policy.WaitBudget{Limit: policy.Seconds(*d.TotalTimeout), Truncate: true}
	}
	p.AllowedMethods = d.AllowedMethods
	setErrors(p, d.StatusForcelist, at)
}

func setFirst(p *policy.Policy, factor float64) {
	if factor == 0 {
		return
	}
	if !p.IsDocumented() {
		p.Backoff.First = policy.Seconds(2 * factor)
	}
	p.DifferInWaits("a first wait of backoff_factor", "waits twice that")
}

// setJitter draws from [1 − jitter, 1] of the wait; all of it is full jitter.
func setJitter(p *policy.Policy, jitter float64) {
	s := &p.Backoff
	switch {
	case s.First == 0 || jitter <= 0:
		return
	case jitter >= 1:
		s.Jitter = policy.Full
	default:
		s.Jitter, s.Amount = policy.Below, jitter
	}
	s.CapAfterJitter = true
	p.NoteWaits("max_backoff_wait cuts the drawn wait, so that waits pile up at %s", s.Cap)
}

func setHint(p *policy.Policy, respected bool) {
	p.Hint = policy.Hint{Mode: policy.HintIgnored}
	if respected {
		p.Hint = policy.Hint{Mode: policy.HintReplaces, Max: p.Backoff.Cap}
	}
}

// setErrors retries the listed statuses, and what goes wrong without one.
func setErrors(p *policy.Policy, statuses []int, at finding.Pointer) {
	p.Otherwise = policy.StopAll
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
