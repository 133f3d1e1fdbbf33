package smithy

import (
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
)

// Compile compiles a Smithy retry strategy: backoff_scale_value × 2^(n−1)
// seconds, at most max_backoff, and then drawn. Only an error that says it is
// retry-safe is retried.
func (d *Policy) Compile(p *policy.Policy, at finding.Pointer) {
	p.SetAttempts(d.MaxAttempts)
	p.Backoff = schedule(p, d.Backoff)
	if d.Throttling != nil {
		throttling := schedule(p, *d.Throttling)
		p.Throttling = &throttling
	}
	setHint(p, d.RetryMode)
	p.Otherwise = policy.RetryIfSafe
	if !p.IsDocumented() {
		p.FailedStatuses = []int{408, 429} // others are safe only if the model of a service says so
	}
	p.Quota = quota(d.QuotaCapacity, at)
}

func schedule(p *policy.Policy, b Backoff) policy.Schedule {
	s := policy.Schedule{
		Growth:   policy.Exponential,
		First:    policy.Seconds(b.ScaleValue),
		Factor:   2,
		Rounding: policy.Nearest,
		Cap:      policy.Seconds(b.MaxBackoff),
		Unit:     time.Nanosecond,
	}
	switch b.JitterType {
	case "NONE":
		s.Jitter = policy.NoJitter
	case "FULL":
		s.Jitter = policy.Full
	case "DECORRELATED":
		decorrelate(p, &s)
	default:
		s.Jitter = policy.Equal
	}
	return s
}

func decorrelate(p *policy.Policy, s *policy.Schedule) {
	s.Jitter = policy.Decorrelated
	p.NoteWaits("Smithy documents a backoff without state, but its code carries the last decorrelated wait from call to call; every policy begins each call anew")
	if s.First > policy.DecorrelatedLimit || s.Cap > policy.DecorrelatedLimit {
		s.First, s.Cap = min(s.First, policy.DecorrelatedLimit), min(s.Cap, policy.DecorrelatedLimit)
		p.Note("decorrelated waits end at %s, so that the draw is no longer than a duration can be", policy.DecorrelatedLimit)
	}
}

// setHint follows the documentation, by which every strategy waits at least
// as long as retry_after, or the code, in which the simple one ignores it.
func setHint(p *policy.Policy, mode string) {
	code, ignored := "bounds it to the wait and 5s more", mode == "simple"
	if ignored {
		code = "ignores it in simple mode"
	}
	p.Differ("a wait of at least retry_after", code)
	switch {
	case p.IsDocumented():
		p.Hint.Mode = policy.HintAtLeast
	case ignored:
		p.Hint.Mode = policy.HintIgnored
	default:
		p.Hint.Mode = policy.HintClamped
	}
}

// quota is the retry quota of the standard mode: 14 tokens for a retry,
// 5 after throttling, and 1 back for a call that succeeds at once.
func quota(capacity *int64, at finding.Pointer) *policy.Quota {
	if capacity == nil {
		return nil
	}
	return &policy.Quota{
		Pointer: at, Capacity: *capacity, RetryCost: 14, ThrottleCost: 5, TimeoutCost: 14,
		SuccessRefund: 1, Scope: "policy",
	}
}
