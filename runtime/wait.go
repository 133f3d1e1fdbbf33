package retry

import "time"

// sleep waits before the next attempt, if there is a wait, and reports whether
// the caller's context is still alive then: the end of it and of the wait may
// fall together, and an observer may have ended it. A call has one timer, made at its first wait and reset
// for later ones. It is never shared between calls: a timer made inside a bubble
// of testing/synctest must not be used outside it.
func (c *Call) sleep() bool {
	wait := c.wait()
	if wait == 0 {
		return c.ctx.Err() == nil
	}
	l := c.ledger
	l.pause = 0
	begin := time.Now()
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
		l.waited -= wait - min(wait, time.Since(begin)) // the rest was not waited
		return false
	}
}
