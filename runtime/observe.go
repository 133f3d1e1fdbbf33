package retry

import (
	"context"
	"time"
)

// Observer receives the events of the calls of a policy. Its method runs in the
// goroutine of the call and under no lock, possibly for many calls at a time; a
// slow observer slows the call down. The first attempt of a call begun with
// [Policy.Failed], as in generated code, is a plain call: its start is not
// observed, and its success is, see [Policy.Succeeded].
type Observer interface {
	Observe(ctx context.Context, event Event)
}

// ObserverFunc is a function that is an [Observer].
type ObserverFunc func(ctx context.Context, event Event)

// Observe calls the function.
func (f ObserverFunc) Observe(ctx context.Context, event Event) { f(ctx, event) }

// SuccessObserver is an [Observer] with a separate method for successes, which is
// called instead of Observe: most calls succeed, and a few arguments cost less
// than an [Event]. Attempts is the number of attempts that the call made.
type SuccessObserver interface {
	Observer
	ObserveSuccess(ctx context.Context, policy, operation string, attempts int)
}

// successEvents sends the successes to any other observer as events.
type successEvents struct{ Observer }

// ObserveSuccess implements [SuccessObserver].
func (s successEvents) ObserveSuccess(ctx context.Context, policy, operation string, attempts int) {
	s.Observe(ctx, Event{Kind: Succeeded, Policy: policy, Operation: operation, Attempt: attempts})
}

// Event is something that happened in a call.
type Event struct {
	Kind      EventKind
	Policy    string
	Operation string        // may be empty
	Attempt   int           // the number of attempts begun so far
	Delay     time.Duration // of RetryScheduled: the wait that begins now
	Err       error         // of RetryScheduled: the last error; of GaveUp: what the call returns in the end
	Reason    Reason        // of GaveUp
}

// EventKind is what happened.
type EventKind uint8

// The kinds of events.
const (
	AttemptStarted EventKind = iota // an attempt begins
	RetryScheduled                  // an attempt failed, and another will follow after Delay
	GaveUp                          // an attempt failed, and no other will follow
	Succeeded                       // an attempt succeeded
)

var eventKinds = [...]string{"attempt started", "retry scheduled", "gave up", "succeeded"}

// String returns the kind in words, for example "retry scheduled".
func (k EventKind) String() string {
	if int(k) < len(eventKinds) {
		return eventKinds[k]
	}
	return "unknown event"
}
