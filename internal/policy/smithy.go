package policy

import (
	"time"

	"github.com/retrygen/retrygen/schema"
)

// smithy compiles a Smithy retry strategy: backoff_scale_value × 2^(n−1)
// seconds, at most max_backoff, and then drawn. Only an error that says it is
// retry-safe is retried.
func (p *Policy) smithy(d *schema.Smithy, at schema.Pointer) {
	p.attempts(d.MaxAttempts)
	p.Backoff = p.smithySchedule(d.Backoff)
	if d.Throttling != nil {
		throttling := p.smithySchedule(*d.Throttling)
		p.Throttling = &throttling
	}
	p.smithyHint(d.RetryMode)
	p.Otherwise = RetryIfSafe
	p.Quota = smithyQuota(d.QuotaCapacity, at.Key("smithy"))
}

func (p *Policy) smithySchedule(b schema.SmithyBackoff) Schedule {
	s := Schedule{
		Growth:   Exponential,
		First:    seconds(b.ScaleValue),
		Factor:   2,
		Rounding: Nearest,
		Cap:      seconds(b.MaxBackoff),
		Unit:     time.Nanosecond,
	}
	switch b.JitterType {
	case "NONE":
		s.Jitter = NoJitter
	case "FULL":
		s.Jitter = Full
	case "DECORRELATED":
		p.decorrelate(&s)
	default:
		s.Jitter = Equal
	}
	return s
}

func (p *Policy) decorrelate(s *Schedule) {
	s.Jitter = Decorrelated
	p.note("Smithy documents a backoff without state, but its code carries the last decorrelated wait from call to call; every policy begins each call anew")
	if s.First > decorrelatedLimit || s.Cap > decorrelatedLimit {
		s.First, s.Cap = min(s.First, decorrelatedLimit), min(s.Cap, decorrelatedLimit)
		p.note("decorrelated waits end at %s, so that the draw is no longer than a duration can be", decorrelatedLimit)
	}
}

// smithyHint follows the documentation, by which every strategy waits at least
// as long as retry_after, or the code, in which the simple one ignores it.
func (p *Policy) smithyHint(mode string) {
	code, ignored := "bounds it to the wait and 5s more", mode == "simple"
	if ignored {
		code = "ignores it in simple mode"
	}
	p.differ("a wait of at least retry_after", code)
	switch {
	case p.documented():
		p.Hint.Mode = HintAtLeast
	case ignored:
		p.Hint.Mode = HintIgnored
	default:
		p.Hint.Mode = HintClamped
	}
}
