package retry

import (
	"context"
	"math"
	"time"
)

// phase is the state that a call is in.
type phase uint8

const (
	fresh   phase = iota // no attempt was made
	ready                // the next attempt may begin at once
	decided              // Again has to wait, or to end the call
	trying               // an attempt has begun
	ended
)

// Call is one call under a policy. It is a value for the stack of the function
// that makes the call: it must not be copied after its first use, and is not
// for concurrent use. [Policy.Failed] and [Policy.Start] make one.
type Call struct {
	policy    *Policy
	ctx       context.Context // the caller's
	operation string
	err       error // of the last attempt; in the end, what the call returns
	attempts  int32 // begun so far; stays at the greatest number
	phase     phase
	reason    Reason // why there is no further attempt
	keeps     bool   // the context of the attempt that succeeds lives on
	iterates  bool   // the context of the last attempt lives on, also if it fails
	// needsResult is set if a call without an attempt would have no result.
	needsResult bool
	*callState  // nil until needed
}

// callState is the state of a call that waits, keeps time or pays for retries.
// It is separate from [Call], so that a call that fails once, does not wait and
// then succeeds costs little.
type callState struct {
	requeued int32         // attempts that do not count
	waited   time.Duration // sum of the waits
	spent    time.Duration // part of waited that counts for the wait budget
	previous time.Duration // last draw of a decorrelated backoff
	start    time.Time     // zero until the call keeps time
	held     int64         // what the last retry took from the quota, in quota units
	promised bool          // the retry that held pays for has not begun
	ticket   uint64        // of the breaker, until it has the outcome of the attempt
	timer    *time.Timer
	scope    scope         // of the attempt
	errs     []error       // errors of the attempts, once there are two
	pause    time.Duration // before the next attempt
	token    RetryToken    // of the strategy of the policy, until it is handed in
	refusal  error         // of that strategy
}

// counted returns the number of attempts that count.
func (c *Call) counted() int32 {
	if c.callState == nil {
		return c.attempts
	}
	return c.attempts - c.requeued
}

// state returns the state of the call, and makes it if there is none.
func (c *Call) state() *callState {
	if c.callState == nil {
		c.callState = new(callState)
	}
	return c.callState
}

// wait returns the wait before the next attempt, or before the call ends.
func (c *Call) wait() time.Duration {
	if c.callState == nil {
		return 0
	}
	return c.pause
}

// budgeted returns the part of the waits that counts for the wait budget.
func (c *Call) budgeted() time.Duration {
	if c.callState == nil {
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

// now returns the current time, and sets the start of the call if it is not set.
func (c *Call) now() time.Time {
	s, now := c.state(), c.policy.clock.now()
	if s.start.IsZero() {
		s.start = now
	}
	return now
}

// log adds a wait to the sums of the call.
func (c *Call) log(wait time.Duration, counts bool) {
	if wait <= 0 {
		return
	}
	s := c.state()
	s.waited = add(s.waited, wait)
	if counts {
		s.spent = add(s.spent, wait)
	}
}

// add returns a + b for durations that are not negative, at most the longest.
func add(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
