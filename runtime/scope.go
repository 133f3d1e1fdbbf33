package retry

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// The causes of an attempt's context that the policy ended, see [context.Cause].
// They are timeouts and match [context.DeadlineExceeded].
var (
	ErrAttemptTimeout error = timeoutError("attempt timeout")
	ErrTotalTimeout   error = timeoutError("total timeout")
)

type timeoutError string

// Error returns the text of the error.
func (e timeoutError) Error() string { return string(e) }

// Timeout reports that the error is a timeout.
func (e timeoutError) Timeout() bool { return true }

// Is reports whether target is context.DeadlineExceeded.
func (e timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// scope is the context of an attempt, where it is not the caller's own.
type scope struct {
	ctx      context.Context // nil: the caller's
	cancel   context.CancelFunc
	deadline time.Time
	timer    *time.Timer // ends the context at deadline; nil if it has a deadline of its own
}

// end ends the context. [Call.Context] still returns it.
func (s *scope) end() {
	if s.cancel == nil {
		return
	}
	if s.timer != nil {
		s.timer.Stop()
	}
	s.cancel()
	s.cancel = nil
}

// attemptContext returns the context of the attempt.
func (c *Call) attemptContext() context.Context {
	if ctx := c.scope.ctx; ctx != nil {
		return ctx
	}
	return c.ctx
}

// enter makes the context of the attempt that begins.
func (c *Call) enter(s *callState) {
	ctx := c.ctx
	if c.policy.config.NestedOnce {
		ctx = markNested(ctx)
	}
	s.scope = scope{ctx: ctx}
	if !c.policy.clocked {
		return
	}
	deadline, cause := c.attemptDeadline()
	if callers, ok := ctx.Deadline(); ok && !deadline.Before(callers) {
		return
	}
	if c.keeps {
		s.scope.endAt(ctx, deadline, cause)
		return
	}
	s.scope.deadline = deadline
	s.scope.ctx, s.scope.cancel = c.policy.clock.withDeadline(ctx, deadline, cause)
}

// attemptDeadline returns when the policy ends the attempt that begins now, and
// the cause.
func (c *Call) attemptDeadline() (time.Time, error) {
	config := &c.policy.config
	attempt := c.now().Add(config.AttemptTimeout)
	total := c.start.Add(config.TotalTimeout)
	if config.TotalTimeout > 0 && (config.AttemptTimeout <= 0 || total.Before(attempt)) {
		return total, ErrTotalTimeout
	}
	return attempt, ErrAttemptTimeout
}

// timedOut reports whether the policy ended the attempt that failed. An error
// that came too late but is not a timeout, such as a refusal, does not count.
func (c *Call) timedOut() bool {
	s := c.callState
	if s == nil || s.scope.cancel == nil || c.ctx.Err() != nil {
		return false
	}
	if s.scope.ctx.Err() == nil && c.policy.clock.now().Before(s.scope.deadline) {
		return false
	}
	return IsTimeout(c.err) || namesDeadline(errtree.Text(c.err)) || s.scope.timer != nil && namesCancel(c.err)
}

// namesDeadline reports whether a text says that a deadline has passed. Some
// clients keep only the text of the context's error. gRPC and Connect keep only
// the code if the other side was the first to end a call at its deadline.
func namesDeadline(text string) bool {
	return strings.Contains(text, context.DeadlineExceeded.Error()) ||
		strings.Contains(text, "DeadlineExceeded") || strings.Contains(text, "deadline_exceeded")
}

// endAt makes a context for the attempt that a timer ends, so that the context
// can outlive the attempt.
func (s *scope) endAt(ctx context.Context, deadline time.Time, cause error) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.ctx, s.deadline = ctx, deadline
	s.cancel = func() { cancel(nil) }
	s.timer = time.AfterFunc(time.Until(deadline), func() { cancel(cause) })
}

// namesCancel reports whether an error says that something was canceled, in one
// of the two spellings.
func namesCancel(err error) bool {
	return errors.Is(err, context.Canceled) || hasWord(errtree.Text(err), "cancel")
}

// hasWord reports whether a text has a word of lower-case ASCII letters, in any case.
// Package strings would link the tables of Unicode.
func hasWord(text, word string) bool {
	for i := range len(text) - len(word) + 1 {
		n := 0
		for n < len(word) && text[i+n]|('a'-'A') == word[n] {
			n++
		}
		if n == len(word) {
			return true
		}
	}
	return false
}
