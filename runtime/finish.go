package retry

import (
	"context"
	"errors"
)

// remember keeps the error of an attempt that was followed by another one, for a
// RetryError. A call that fails once and then succeeds keeps none, and allocates
// nothing.
func (c *Call) remember(err error) {
	if err == errUntried {
		return
	}
	s := c.state()
	if s.errs == nil {
		s.errs = make([]error, 0, usualErrors)
	}
	if len(s.errs) < maxErrors {
		s.errs = append(s.errs, err)
	}
}

// finish ends the call. It returns false, as Again then does.
func (c *Call) finish(reason Reason) bool {
	c.phase, c.reason = ended, reason
	c.release()
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
	switch c.reason {
	case ReasonFinal, ReasonPruned, ReasonDisabled:
		return unmark(c.err)
	case ReasonAttempts:
		if c.attempts == 1 {
			return c.err
		}
	case ReasonContext:
		if c.attempts == 1 && ownError(c.ctx, c.err) {
			return c.err
		}
	}
	return c.retryError()
}

// ownError reports whether err is already the error of the ended context.
func ownError(ctx context.Context, err error) bool {
	return errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))
}

func (c *Call) retryError() *RetryError {
	e := &RetryError{Policy: c.policy.config.Name, Operation: c.operation, Attempts: int(c.attempts), Reason: c.reason}
	if c.attempts > 0 {
		c.remember(c.err)
		e.Last, e.Errs = c.err, c.errs
	}
	if s := c.callState; s != nil {
		e.Waited, e.Wait = s.waited, s.pause
		if !s.start.IsZero() {
			e.Elapsed = c.policy.clock.since(s.start)
		}
	}
	switch c.reason {
	case ReasonContext:
		e.context, e.cause = c.ctx.Err(), context.Cause(c.ctx)
		e.Wait = 0
	case ReasonQuota:
		if q := c.policy.config.Quota; q != nil {
			e.tokens = q.describe()
		}
	case ReasonStrategy:
		e.cause = c.distinctRefusal()
	}
	return e
}

// errUntried stands for the error of a call that has not made an attempt.
var errUntried = errors.New("no attempt was made")
