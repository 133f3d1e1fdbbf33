package policy

import (
	"strings"
	"time"

	"github.com/retrygen/retrygen/schema"
)

// exosphere compiles Exosphere's policy: max_retries retries of every error,
// backoff_factor × exponent^(n−1), × n or × 1 milliseconds, drawn in whole
// milliseconds and then cut to max_delay.
func (p *Policy) exosphere(d *schema.Exosphere) {
	p.retries(d.MaxRetries)
	first := milliseconds(d.BackoffFactor)
	p.Backoff = Schedule{
		First:  first,
		Step:   first,
		Factor: float64(d.Exponent),
		Cap:    Unlimited,
		Unit:   time.Millisecond,
	}
	if d.MaxDelay != nil {
		p.Backoff.Cap = milliseconds(*d.MaxDelay)
	}
	growth, jitter, _ := strings.Cut(d.Strategy, "_")
	p.exosphereGrowth(growth)
	p.exosphereJitter(jitter)
	p.Otherwise = RetryAll
}

func (p *Policy) exosphereGrowth(name string) {
	s := &p.Backoff
	switch name {
	case "LINEAR":
		s.Growth, s.Factor = Linear, 0
	case "FIXED":
		s.Growth, s.Step, s.Factor = Constant, 0, 0
	default:
		s.Growth, s.Step = Exponential, 0
	}
}

func (p *Policy) exosphereJitter(name string) {
	s := &p.Backoff
	switch name {
	case "FULL_JITTER":
		s.Jitter, s.Open = Full, !p.documented()
		p.differ("that full jitter can reach the whole wait", "stops a millisecond short of it")
	case "EQUAL_JITTER":
		s.Jitter, s.WholeMilliseconds = Equal, !p.documented()
		p.differ("that equal jitter draws from half the wait to all of it", "truncates the draw to whole milliseconds")
	default:
		return
	}
	s.CapAfterJitter = true
	if s.Cap < Unlimited {
		p.note("max_delay cuts the drawn wait, so that waits pile up at %s", s.Cap)
	}
}
