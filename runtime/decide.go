package retry

import (
	"context"
	"math"
	"time"
)

// clampRoom is how far [Clamp5s] lets a hint go beyond the backoff.
const clampRoom = 5 * time.Second

// progress is what the loop and the tokens of a strategy remember of a call.
type progress struct {
	attempts int           // begun so far
	requeued int           // those of them that do not count
	waited   time.Duration // the sum of the waits
	spent    time.Duration // the part of waited that the wait budget sees
	previous time.Duration // the last draw of the backoff
	start    time.Time     // zero until the call keeps time
	held     int64         // what the last retry took from the quota, in quota units
	promised bool          // that retry has not begun
}

// decide says what follows a failed attempt: the wait before the next one, or
// the reason why there is none. With [ReasonQuota] the wait is that of the
// refused retry. timedOut is set if the attempt timeout ended the attempt.
//
// The order matters. The caller's context and the error itself come first,
// because they end the call for good. What costs something, the quota, comes
// last, so that nothing is taken for a retry that another limit forbids.
func (p *Policy) decide(ctx context.Context, s *progress, err error, timedOut bool) (time.Duration, Reason) {
	if ctx.Err() != nil {
		return 0, ReasonContext
	}
	h := read(err)
	if reason := p.judge(err, &h, timedOut); reason != 0 {
		return 0, reason
	}
	limit, disabled := p.limit(ctx)
	if h.requeue > 0 && !disabled {
		return p.requeue(ctx, s, h.requeue)
	}
	p.config.Quota.charge()
	retry := s.attempts - s.requeued
	if limit != 0 && retry >= limit {
		if disabled {
			return 0, ReasonDisabled
		}
		return 0, ReasonAttempts
	}
	s.held = 0
	wait, ok := p.budgeted(s, p.hinted(s, err, h.wait, retry))
	if !ok {
		return 0, ReasonWaitBudget
	}
	if reason := p.fits(ctx, s, wait); reason != 0 {
		return 0, reason
	}
	if q := p.config.Quota; q != nil && !p.pay(q, s, err, timedOut) {
		return wait, ReasonQuota
	}
	s.spent = add(s.spent, wait)
	s.waited = add(s.waited, wait)
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
	s.waited = add(s.waited, wait)
	return wait, 0
}

// hinted returns the wait of the backoff, or what the hint of the error makes
// of it.
func (p *Policy) hinted(s *progress, err error, hint time.Duration, retry int) time.Duration {
	backoff := &p.config.Backoff
	if p.throttles && IsThrottling(err) {
		backoff = &p.config.Throttling
	}
	wait := p.draw(backoff, retry, s.previous)
	s.previous = wait
	if hint <= 0 {
		return wait
	}
	return p.config.RetryAfter.combine(wait, hint)
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

// budgeted fits a wait into what is left of the wait budget, and reports false
// if it does not fit.
func (p *Policy) budgeted(s *progress, wait time.Duration) (time.Duration, bool) {
	b := &p.config.WaitBudget
	if b.Limit == 0 {
		return wait, true
	}
	room := max(b.Limit, 0) - s.spent
	if b.Truncate {
		return min(wait, room), room > 0
	}
	return wait, wait <= room
}

// fits says which time limit a wait would pass. An attempt that begins at the
// very moment of a deadline could do nothing, so that a wait has to end before
// it.
func (p *Policy) fits(ctx context.Context, s *progress, wait time.Duration) Reason {
	total := p.config.TotalTimeout
	if wait == 0 && total <= 0 {
		return 0
	}
	now := time.Now()
	if s.start.IsZero() {
		s.start = now
	}
	if total > 0 && total-now.Sub(s.start) <= wait {
		return ReasonTotalTimeout
	}
	if deadline, ok := ctx.Deadline(); ok && deadline.Sub(now) <= wait {
		return ReasonDeadline
	}
	return 0
}

// add returns a + b for durations that are not negative, at most the longest.
func add(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
