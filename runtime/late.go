package retry

import (
	"context"

	"github.com/retrygen/retrygen/runtime/internal/errtree"
)

// KeepContext makes the context of the attempt that succeeds live until the
// caller's ends, for results that need it after the call: rows, transactions,
// streams. The timeouts of the policy then bound the call alone. It has to be
// called before the first call of [Call.Again].
//
// The context has the deadline of the caller's context and no other. What it
// holds is released when the caller's context ends; if that never ends, with
// the result.
func (c *Call) KeepContext() { c.keeps = true }

// release lets the context live on. It reports false if the timer has ended it.
func (s *scope) release() bool {
	if s.timer == nil {
		return true
	}
	if !s.timer.Stop() {
		return false
	}
	s.cancel = nil
	return true
}

// released lets the context of a successful attempt live on. It reports false
// if the policy has ended the context: then the result is of no use, and the
// attempt has failed.
func (c *Call) released() bool {
	s := c.callState
	if !c.keeps || s == nil || s.scope.release() {
		return true
	}
	<-s.scope.ctx.Done() // the timer has fired
	c.failed(context.Cause(s.scope.ctx))
	return false
}

// cutShort is the error of an attempt whose context a timer has ended. What was
// called saw a canceled context, and its error says so. It does not unwrap to
// that error, because nobody has canceled the call.
type cutShort struct {
	cause error
	text  string
}

// Error returns the text of the error.
func (e *cutShort) Error() string { return e.cause.Error() + ": " + e.text }

// Unwrap returns [ErrAttemptTimeout] or [ErrTotalTimeout].
func (e *cutShort) Unwrap() error { return e.cause }

// explained returns the error of an attempt that the policy ended, as a timeout.
func (s *scope) explained(err error) error {
	if s.timer == nil || IsTimeout(err) {
		return err
	}
	cause := context.Cause(s.ctx)
	if _, ok := cause.(timeoutError); !ok {
		return err
	}
	return &cutShort{cause: cause, text: errtree.Text(err)}
}
