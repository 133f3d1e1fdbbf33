package retry

import "time"

// sleep waits before a retry and reports whether the caller's context is still
// alive then. A call has one timer, made at its first wait and reset for later
// ones. It is never shared between calls: a timer made inside a bubble of
// testing/synctest must not be used outside it.
func (c *Call) sleep(wait time.Duration) bool {
	if wait <= 0 {
		return true
	}
	m := c.details()
	if m.timer == nil {
		m.timer = time.NewTimer(wait)
	} else {
		m.timer.Reset(wait)
	}
	select {
	case <-m.timer.C:
		return c.ctx.Err() == nil
	case <-c.ctx.Done():
		m.timer.Stop()
		return false
	}
}
