package retry

import (
	"context"
	"time"
)

// clampRoom is how far [Clamp5s] lets a hint go beyond the backoff.
const clampRoom = 5 * time.Second

// decide says what follows a failed attempt: the wait before the next one, or
// the reason why there is none. With [ReasonQuota] the wait is that of the
// refused retry. timedOut is set if the policy's own timeout ended the attempt.
//
// The order matters. The caller's context and the error itself come first,
// because they end the call for good. What costs something, the quota, comes
// last, so that nothing is taken for a retry that another limit forbids.
func (p *Policy) decide(ctx context.Context, s *progress, err error, timedOut bool) (time.Duration, Reason) {
	if ctx.Err() != nil {
		return 0, ReasonContext
	}
	var h hints
	if speaks(err) {
		h = read(err)
	}
	if reason := p.judge(err, &h, timedOut); reason != 0 {
		return 0, reason
	}
	limit, disabled := p.limit(ctx)
	if h.requeue > 0 && !disabled {
		return p.requeue(ctx, s, h.requeue)
	}
	retry := s.attempts - s.requeued
	if p.config.Quota != nil {
		p.config.Quota.charge()
	}
	if limit != 0 && retry >= limit {
		if disabled {
			return 0, ReasonDisabled
		}
		return 0, ReasonAttempts
	}
	wait := p.draw(p.backoff(err), s, retry)
	if h.wait > 0 {
		wait = p.config.RetryAfter.combine(wait, h.wait)
	}
	return p.bounded(ctx, s, wait, err, timedOut)
}

// bounded fits a wait into the bounds of the call and pays for the retry.
func (p *Policy) bounded(ctx context.Context, s *progress, wait time.Duration, err error, timedOut bool) (time.Duration, Reason) {
	if p.config.WaitBudget.Limit != 0 {
		var ok bool
		if wait, ok = p.config.WaitBudget.fit(s, wait); !ok {
			return 0, ReasonWaitBudget
		}
	}
	if wait > 0 || p.config.TotalTimeout > 0 {
		if reason := p.fits(ctx, s, wait); reason != 0 {
			return 0, reason
		}
	}
	if p.config.Quota != nil && !p.config.Quota.pay(s, err, timedOut) {
		return wait, ReasonQuota
	}
	s.log(wait, true)
	return wait, 0
}

// judge says whether the error itself ends the call.
func (p *Policy) judge(err error, h *hints, timedOut bool) Reason {
	switch {
	case h.pruned:
		return ReasonPruned
	case h.requeue > 0 || timedOut:
		return 0
	case h.unsafe || p.config.Classify != nil && p.config.Classify(err) == Stop:
		return ReasonFinal
	}
	return 0
}

// requeue lets an attempt follow that does not count.
func (p *Policy) requeue(ctx context.Context, s *progress, wait time.Duration) (time.Duration, Reason) {
	if reason := p.fits(ctx, s, wait); reason != 0 {
		return 0, reason
	}
	s.held = 0
	s.requeued++
	s.log(wait, false)
	return wait, 0
}

// backoff returns the backoff that follows an error.
func (p *Policy) backoff(err error) *Backoff {
	if p.throttles && IsThrottling(err) {
		return &p.config.Throttling
	}
	return &p.config.Backoff
}

// combine returns the wait that comes of a wait and a positive hint.
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
func (b *WaitBudget) fit(s *progress, wait time.Duration) (time.Duration, bool) {
	room := max(b.Limit, 0)
	if s.ledger != nil {
		room -= s.spent
	}
	if b.Truncate {
		return min(wait, room), room > 0
	}
	return wait, wait <= room
}

// fits says which time limit a wait would pass. An attempt that begins at the
// very moment of a deadline could do nothing, so that a wait has to end before
// it.
func (p *Policy) fits(ctx context.Context, s *progress, wait time.Duration) Reason {
	l := s.book()
	now := l.now()
	if total := p.config.TotalTimeout; total > 0 && total-now.Sub(l.start) <= wait {
		return ReasonTotalTimeout
	}
	if deadline, ok := ctx.Deadline(); ok && deadline.Sub(now) <= wait {
		return ReasonDeadline
	}
	return 0
}
