package retry

import (
	"context"
	"errors"
	"time"
)

// remember keeps the error of an attempt that another one has followed, for a
// RetryError. A call that fails once and then succeeds has none to keep, and
// allocates nothing.
func (c *Call) remember(err error) {
	if err == errUntried {
		return
	}
	if l := c.progress.book(); len(l.errs) < maxErrors {
		l.errs = append(l.errs, err)
	}
}

// finish ends the call. It returns false, as Again then does.
func (c *Call) finish(reason Reason) bool {
	c.progress.phase, c.progress.reason = ended, reason
	c.err = c.final()
	c.observe(Event{Kind: GaveUp, Err: c.err, Reason: reason})
	if c.policy.config.OnFailure == Continue && reason.gaveUp() {
		c.err = nil
	}
	return false
}

// final returns the error of a call that has ended: the last one as it is if
// there was no retry to give up, else a RetryError.
func (c *Call) final() error {
	switch c.progress.reason {
	case ReasonFinal, ReasonPruned, ReasonDisabled:
		return unmark(c.err)
	case ReasonAttempts:
		if c.progress.attempts == 1 {
			return c.err
		}
	case ReasonContext:
		if c.progress.attempts == 1 && ownError(c.ctx, c.err) {
			return c.err
		}
	}
	return c.retryError()
}

// ownError reports whether err is already what the ended context has to say.
func ownError(ctx context.Context, err error) bool {
	return errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))
}

func (c *Call) retryError() *RetryError {
	e := &RetryError{
		Policy:    c.policy.config.Name,
		Operation: c.operation,
		Reason:    c.progress.reason,
	}
	if l := c.progress.ledger; l != nil {
		e.Wait = l.barred
	}
	e.fill(c.ctx, &c.progress)
	if c.progress.attempts == 0 {
		return e
	}
	c.remember(c.err)
	e.Last, e.Errs = c.err, c.progress.errs
	return e
}

// fill sets what an error takes from the progress of its call.
func (e *RetryError) fill(ctx context.Context, s *progress) {
	e.Attempts = int(s.attempts)
	if l := s.ledger; l != nil {
		e.Waited = l.waited
		if !l.start.IsZero() {
			e.Elapsed = time.Since(l.start)
		}
	}
	if e.Reason == ReasonContext {
		e.context, e.cause = ctx.Err(), context.Cause(ctx)
	}
}
