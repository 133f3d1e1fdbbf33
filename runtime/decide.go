package retry

import (
	"time"

	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// clampRoom is how far [Clamp5s] lets a hint go beyond the backoff.
const clampRoom = 5 * time.Second

// decide returns what follows a failed attempt: the wait before the next one, or
// the reason why there is none, with the wait that there would have been if it
// is known. timedOut is set if the policy's own timeout ended the attempt.
//
// The order matters. The caller's context and the error itself come first,
// because they always end the call. The quota comes last, so that nothing is
// taken for a retry that another limit forbids.
func (c *Call) decide(timedOut bool) (time.Duration, Reason) {
	if c.ctx.Err() != nil {
		return 0, ReasonContext
	}
	p := c.policy
	var hint time.Duration
	if speaks(c.err) {
		h := read(c.err)
		if h.pruned || h.requeue > 0 || h.unsafe && !timedOut {
			return c.obey(&h)
		}
		hint = h.wait
	}
	if p.classifies && p.stops(c.err, timedOut) {
		return 0, ReasonFinal
	}
	limit, last := p.config.MaxAttempts, ReasonAttempts
	if overridden.Load() {
		limit, last = p.limit(c.ctx)
	}
	if p.config.Quota != nil {
		p.config.Quota.charge()
	}
	retry := int(c.counted())
	if limit != 0 && retry >= limit {
		return 0, last
	}
	if p.strategy != nil {
		return c.consult()
	}
	if !p.waits && hint <= 0 {
		return 0, 0
	}
	wait := c.draw(p.backoff(c.err), retry)
	if hint > 0 {
		wait = p.config.RetryAfter.combine(wait, hint)
	}
	return c.afford(wait, timedOut)
}

// stops reports whether the classification makes an error final, or a retry
// might carry out an operation twice that must not be repeated.
func (p *Policy) stops(err error, timedOut bool) bool {
	if p.config.Classify != nil {
		if class := p.config.Classify(errtree.Unfold(err)); class == Final || class == Stop && !timedOut {
			return true
		}
	}
	return p.notIdempotent && !p.mayRepeat(err, timedOut)
}

// obey does what the error itself says about another attempt.
func (c *Call) obey(h *hints) (time.Duration, Reason) {
	switch {
	case h.pruned:
		return 0, ReasonPruned
	case h.requeue <= 0:
		return 0, ReasonFinal
	}
	if _, last := c.policy.limit(c.ctx); last == ReasonDisabled {
		return 0, last
	}
	return c.requeue(h.requeue)
}

// afford fits a wait into the bounds of the call, and pays for the retry.
func (c *Call) afford(wait time.Duration, timedOut bool) (time.Duration, Reason) {
	p := c.policy
	if p.config.WaitBudget.Limit != 0 {
		var ok bool
		if wait, ok = p.config.WaitBudget.fit(wait, c.budgeted()); !ok {
			return 0, ReasonWaitBudget
		}
	}
	if wait > 0 || p.config.TotalTimeout > 0 {
		if reason := c.fits(wait); reason != 0 {
			return wait, reason
		}
	}
	if p.config.Quota != nil && !p.config.Quota.pay(c, timedOut) {
		return wait, ReasonQuota
	}
	c.log(wait, true)
	return wait, 0
}

// requeue decides for another attempt that does not count.
func (c *Call) requeue(wait time.Duration) (time.Duration, Reason) {
	if reason := c.fits(wait); reason != 0 {
		return wait, reason
	}
	c.held = 0
	c.requeued++
	c.log(wait, false)
	return wait, 0
}

// backoff returns the backoff that follows an error.
func (p *Policy) backoff(err error) *Backoff {
	if p.throttles && IsThrottling(err) {
		return &p.config.Throttling
	}
	return &p.config.Backoff
}

// combine combines a wait with a positive hint.
func (r *RetryAfter) combine(wait, hint time.Duration) time.Duration {
	if r.Max > 0 {
		hint = min(hint, r.Max)
	}
	switch r.Mode {
	case Replace:
		return hint
	case AtLeast:
		return max(wait, hint)
	case Clamp5s:
		return min(max(wait, hint), add(wait, clampRoom))
	}
	return wait
}

// fit fits a wait into what is left of the budget, and reports false if it
// does not fit.
func (b *WaitBudget) fit(wait, spent time.Duration) (time.Duration, bool) {
	room := max(b.Limit, 0) - spent
	if b.Truncate {
		return min(wait, room), room > 0
	}
	return wait, wait <= room
}

// fits returns which time limit a wait would pass, or 0. An attempt that begins
// at the moment of a deadline could do nothing, so a wait has to end before it.
func (c *Call) fits(wait time.Duration) Reason {
	now := c.now()
	if total := c.policy.config.TotalTimeout; total > 0 && total-now.Sub(c.start) <= wait {
		return ReasonTotalTimeout
	}
	if deadline, ok := c.ctx.Deadline(); ok && deadline.Sub(now) <= wait {
		return ReasonDeadline
	}
	return 0
}
