package simulate

import (
	"context"
	"math/rand/v2"
	"time"
)

// instant is a time of a simulation: nanoseconds since its beginning.
type instant int64

// never is later than every event.
const never instant = 1<<63 - 1

// after returns the time that is d later.
func (t instant) after(d time.Duration) instant {
	if at := t + instant(max(d, 0)); at >= t {
		return at
	}
	return never
}

// epoch is the beginning of a simulation for the runtime, which calculates with
// times of day.
var epoch = time.Unix(0, 0)

// virtualTime is the clock of a simulation. The runtime goes by it: it finds the
// methods at the sources of random numbers of the clients.
type virtualTime struct {
	at    instant
	pause time.Duration // that the runtime has decided for
}

// Now returns the current time.
func (v *virtualTime) Now() time.Time { return epoch.Add(time.Duration(v.at)) }

// WithDeadline returns a context that ends at deadline.
func (v *virtualTime) WithDeadline(ctx context.Context, deadline time.Time) context.Context {
	return &timedContext{ctx, v, deadline}
}

// Decided takes how long a call waits after the attempt that has failed.
func (v *virtualTime) Decided(wait time.Duration) { v.pause = wait }

// take returns how long the call waits that has just failed.
func (v *virtualTime) take() time.Duration {
	pause := v.pause
	v.pause = 0
	return pause
}

// random is the random numbers of a client, which keep time.
type random struct {
	*rand.PCG
	*virtualTime
}

// timedContext is a context that ends on virtual time. Nobody waits for it: the
// simulation ends what its deadline ends.
type timedContext struct {
	context.Context
	clock    *virtualTime
	deadline time.Time
}

// Deadline implements [context.Context].
func (c *timedContext) Deadline() (time.Time, bool) {
	if outer, ok := c.Context.Deadline(); ok && outer.Before(c.deadline) {
		return outer, true
	}
	return c.deadline, true
}

// Err implements [context.Context].
func (c *timedContext) Err() error {
	if !c.clock.Now().Before(c.deadline) {
		return context.DeadlineExceeded
	}
	return c.Context.Err()
}
