package retry

import (
	"math"
	"time"
)

// phase is where a call stands.
type phase uint8

const (
	fresh   phase = iota // no attempt was made
	ready                // the next attempt may begin at once
	decided              // Again has to wait, or to end the call
	trying               // an attempt has begun
	ended
)

// ledger is what only calls need that wait, keep time or pay. It is apart, so
// that a call that fails once, does not wait and then succeeds costs little.
type ledger struct {
	requeued int32         // the attempts that do not count
	waited   time.Duration // the sum of the waits
	spent    time.Duration // the part of waited that the wait budget sees
	previous time.Duration // the last draw of a decorrelated backoff
	start    time.Time     // zero until the call keeps time
	held     int64         // what the last retry took from the quota, in quota units
	promised bool          // that retry has not begun
	ticket   uint64        // the breaker's, for an attempt it has not heard of again
	timer    *time.Timer
	scope    scope         // of the attempt
	errs     []error       // of the attempts, once there are two
	pause    time.Duration // before the next attempt
}

// counted returns the attempts that count.
func (c *Call) counted() int32 {
	if c.ledger == nil {
		return c.attempts
	}
	return c.attempts - c.requeued
}

// book returns the ledger of the call.
func (c *Call) book() *ledger {
	if c.ledger == nil {
		c.ledger = new(ledger)
	}
	return c.ledger
}

// wait returns the wait that comes before what was decided.
func (c *Call) wait() time.Duration {
	if c.ledger == nil {
		return 0
	}
	return c.pause
}

// budgeted returns the part of the waits that the wait budget sees.
func (c *Call) budgeted() time.Duration {
	if c.ledger == nil {
		return 0
	}
	return c.spent
}

// count counts an attempt.
func (c *Call) count() {
	if c.attempts < math.MaxInt32 {
		c.attempts++
	}
}

// now returns the present time, and begins to keep time.
func (l *ledger) now() time.Time {
	now := time.Now()
	if l.start.IsZero() {
		l.start = now
	}
	return now
}

// log adds a wait to the sums of the call.
func (c *Call) log(wait time.Duration, counts bool) {
	if wait <= 0 {
		return
	}
	l := c.book()
	l.waited = add(l.waited, wait)
	if counts {
		l.spent = add(l.spent, wait)
	}
}

// add returns a + b for durations that are not negative, at most the longest.
func add(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
