package exosphere

import (
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
)

// Compile compiles Exosphere's policy: max_retries retries of every error,
// backoff_factor × exponent^(n−1), × n or × 1 milliseconds, drawn in whole
// milliseconds and then cut to max_delay.
func (d *Policy) Compile(p *policy.Policy, at finding.Pointer) {
	p.SetRetries(d.MaxRetries)
	first := policy.Milliseconds(d.BackoffFactor)
	p.Backoff = policy.Schedule{
		First:  first,
		Step:   first,
		Factor: float64(d.Exponent),
		Cap:    policy.Unlimited,
		Unit:   time.Millisecond,
	}
	if d.MaxDelay != nil {
		p.Backoff.Cap = policy.Milliseconds(*d.MaxDelay)
	}
	growth, jitter, _ := strings.Cut(d.Strategy, "_")
	setGrowth(p, growth)
	setJitter(p, jitter)
	p.Otherwise = policy.RetryAll
	p.CapHint()
}

func setGrowth(p *policy.Policy, name string) {
	s := &p.Backoff
	switch name {
	case "LINEAR":
		s.Growth, s.Factor = policy.Linear, 0
	case "FIXED":
		s.Growth, s.Step, s.Factor = policy.Constant, 0, 0
	default:
		s.Growth, s.Step = policy.Exponential, 0
	}
}

func setJitter(p *policy.Policy, name string) {
	s := &p.Backoff
	switch name {
	case "FULL_JITTER":
		s.Jitter, s.Open = policy.Full, !p.IsDocumented()
		p.DifferInWaits("that full jitter can reach the whole wait", "stops a millisecond short of it")
	case "EQUAL_JITTER":
		s.Jitter, s.WholeMilliseconds = policy.Equal, !p.IsDocumented()
		p.DifferInWaits("that equal jitter draws from half the wait to all of it", "truncates the draw to whole milliseconds")
	default:
		return
	}
	s.CapAfterJitter = true
	if s.Cap < policy.Unlimited {
		p.NoteWaits("max_delay cuts the drawn wait, so that waits pile up at %s", s.Cap)
	}
}
