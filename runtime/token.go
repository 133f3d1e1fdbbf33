package retry

import (
	"sync/atomic"
	"time"
)

// tokenLife is how long after its delay a token keeps what its retry has cost.
const tokenLife = time.Hour

// token implements [RetryToken]. The tokens of a call follow each other, and
// only the last one may be handed in: it alone uses the call.
type token struct {
	call   *Call
	count  int
	delay  time.Duration
	issued time.Time
	spent  atomic.Bool
}

// RetryCount implements [RetryToken].
func (t *token) RetryCount() int { return t.count }

// RetryDelay implements [RetryToken].
func (t *token) RetryDelay() time.Duration { return t.delay }

// take marks the token as handed in, and reports whether it was not before.
func (t *token) take() bool {
	if !t.spent.CompareAndSwap(false, true) {
		return false
	}
	if q := t.call.policy.config.Quota; q != nil {
		t.call.state().held = q.tokens.recall(t)
	}
	return true
}

// mayBeMade reports whether the delay of the token is over.
func (t *token) mayBeMade() bool { return t.call.policy.clock.since(t.issued) >= t.delay }

// issue returns the token for the next attempt if the breaker allows it.
func (c *Call) issue() (RetryToken, error) {
	if barred, ok := c.mayPlan(); !ok {
		c.giveBack()
		c.pause, c.reason = barred, ReasonBreaker
		return nil, c.retryError()
	}
	c.promised = false
	c.count()
	t := &token{call: c, count: int(c.attempts) - 1, delay: c.wait(), issued: c.policy.clock.now()}
	if c.held > 0 {
		c.policy.config.Quota.tokens.lend(t, c.held)
	}
	return t, nil
}

// mayPlan asks the breaker for an attempt after the wait of the call. If there
// is a wait, it takes no place of a probe. If the attempt must not be planned,
// mayPlan returns how long the breaker stays open.
func (c *Call) mayPlan() (barred time.Duration, ok bool) {
	b := c.policy.config.Breaker
	if wait := c.wait(); wait > 0 {
		barred = b.openFor()
		return barred, barred <= wait
	}
	c.ticket, barred, ok = b.allow()
	return barred, ok
}

// joinBreaker gets a ticket for an attempt that is over, and that had none
// because its token had to wait. If the breaker allows no attempt now, the
// result of this one does not count.
func (c *Call) joinBreaker() {
	if c.ticket == 0 {
		c.ticket, _, _ = c.policy.config.Breaker.allow()
	}
}

// openFor returns how long the breaker certainly stays open.
func (b *Breaker) openFor() time.Duration {
	if b == nil || b.calm.Load() != 0 {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.state != open {
		return 0
	}
	return max(b.clock.until(b.until), 0)
}
