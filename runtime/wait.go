package retry

import "time"

// sleep waits before the next attempt, if there is a wait, and reports whether
// the caller's context is still alive afterwards: both may end at the same time,
// and an observer may have ended the context. A call has one timer, made at its
// first wait and reset for later ones. Calls never share one: a timer made
// inside a bubble of testing/synctest must not be used outside it. On virtual time
// the wait is over when Again is called.
func (c *Call) sleep() bool {
	wait := c.wait()
	if wait == 0 {
		return c.ctx.Err() == nil
	}
	s := c.callState
	s.pause = 0
	if c.policy.clock.virtual != nil {
		return c.ctx.Err() == nil
	}
	begin := time.Now()
	if s.timer == nil {
		s.timer = time.NewTimer(wait)
	} else {
		s.timer.Reset(wait)
	}
	select {
	case <-s.timer.C:
		return c.ctx.Err() == nil
	case <-c.ctx.Done():
		s.timer.Stop()
		s.waited -= wait - min(wait, time.Since(begin)) // the rest was not waited
		return false
	}
}
