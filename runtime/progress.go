package retry

import (
	"math"
	"time"
)

// progress is what the loop and the tokens of a strategy remember of a call.
type progress struct {
	attempts int32 // begun so far; stays at the greatest number
	phase    phase
	reason   Reason // why there is no further attempt
	*ledger         // nil until needed
}

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
	barred   time.Duration // how long the breaker stays open
}

// counted returns the attempts that count.
func (s *progress) counted() int32 {
	if s.ledger == nil {
		return s.attempts
	}
	return s.attempts - s.requeued
}

// book returns the ledger of the call.
func (s *progress) book() *ledger {
	if s.ledger == nil {
		s.ledger = new(ledger)
	}
	return s.ledger
}

// wait returns the wait that comes before what was decided.
func (s *progress) wait() time.Duration {
	if s.ledger == nil {
		return 0
	}
	return s.pause
}

// begin counts an attempt.
func (s *progress) begin() {
	if s.attempts < math.MaxInt32 {
		s.attempts++
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
func (s *progress) log(wait time.Duration, counts bool) {
	if wait <= 0 {
		return
	}
	l := s.book()
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
