package retry

import "context"

// NeedResult is for methods whose error is in their result, such as
// database/sql's QueryRowContext: without an attempt there is no result. If the
// policy refuses the first attempt of the call, Again allows one all the same,
// with a context that has ended, and ignores its outcome: what is called makes a
// result whose error is [context.Canceled]. The cause of the context is the
// [*RetryError]. NeedResult has to be called before the first call of
// [Call.Again].
func (c *Call) NeedResult() { c.needsResult = true }

// refuse reports whether a call whose attempt is refused has to make one that
// only makes a result, and ends the context of that.
func (c *Call) refuse() bool {
	if !c.needsResult || c.attempts > 0 {
		return false
	}
	c.needsResult = false
	c.forbid()
	return true
}

// forbid gives an attempt that must not be made a context that has ended.
func (c *Call) forbid() {
	ctx, cancel := context.WithCancelCause(c.ctx)
	cancel(c.final())
	c.state().scope = scope{ctx: ctx}
}
