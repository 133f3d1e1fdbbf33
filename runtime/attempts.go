package retry

import (
	"context"
	"iter"
)

// Attempt is one attempt in a loop over [Policy.Attempts].
type Attempt struct {
	call   *Call
	number int
	done   bool
}

// Attempts returns the attempts of one call. The body of the loop makes the
// attempt and hands its error to [Attempt.Done], which waits before a retry:
//
//	var err error
//	for attempt := range policy.Attempts(ctx) {
//		err = attempt.Done(send(attempt.Context()))
//	}
//	return err
//
// There is always a first attempt, so that a loop that did not run cannot leave
// err nil. If the policy forbids it, its context has already ended and Done
// returns the reason. A body that does not call Done ends the loop, as a break
// does, and the breaker ignores the attempt.
func (p *Policy) Attempts(ctx context.Context) iter.Seq[*Attempt] {
	return func(yield func(*Attempt) bool) {
		c := p.Start(ctx, "")
		defer c.Stop()
		a := &Attempt{call: &c, number: 1}
		if !c.Again() {
			c.forbid()
			yield(a)
			return
		}
		for yield(a) && a.done && c.phase == trying {
			a.done, a.number = false, int(c.attempts)
		}
		c.settle(breakerNeutral) // a loop that was left says nothing about the dependency
	}
}

// Context returns the context of the attempt. It ends with the attempt.
func (a *Attempt) Context() context.Context { return a.call.Context() }

// Number returns the number of the attempt, counted from 1.
func (a *Attempt) Number() int { return a.number }

// Done records the result of the attempt. It returns nil after a success. After
// a failure it waits and returns err if there is another attempt, else what
// [Call.Err] returns. Only the first call of Done in an attempt counts.
func (a *Attempt) Done(err error) error {
	c := a.call
	if a.done || c.phase == ended {
		return c.err
	}
	a.done = true
	c.Tried(err)
	if c.Again() {
		return err
	}
	return c.Err()
}
