package retry

import "time"

// sleep waits before the next attempt and reports whether the caller's context
// is still alive then. A call has one timer, made at its first wait and reset
// for later ones. It is never shared between calls: a timer made inside a bubble
// of testing/synctest must not be used outside it.
func (c *Call) sleep() bool {
	wait := c.wait()
	if wait == 0 {
		return true
	}
	l := c.ledger
	l.pause = 0
	if l.timer == nil {
		l.timer = time.NewTimer(wait)
	} else {
		l.timer.Reset(wait)
	}
	select {
	case <-l.timer.C:
		return c.ctx.Err() == nil
	case <-c.ctx.Done():
		l.timer.Stop()
		return false
	}
}
