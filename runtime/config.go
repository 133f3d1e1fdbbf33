package retry

import "time"

// Config configures a [Policy]. The zero Config retries every error forever
// without waiting, which no program wants: set MaxAttempts or Classify, and
// Backoff.
type Config struct {
	// Name is the name of the policy, for errors and observers.
	Name string
	// MaxAttempts bounds the attempts of a call, the first one included. 0 is
	// unlimited; a negative number is 1.
	MaxAttempts int
	// AttemptTimeout bounds one attempt; 0 or less is no bound. An attempt that
	// it ends is retried, unless Classify calls its error [Final].
	AttemptTimeout time.Duration
	// TotalTimeout bounds a whole call, attempts and waits; 0 or less is no
	// bound.
	TotalTimeout time.Duration
	// Backoff is the wait after a failure.
	Backoff Backoff
	// Throttling is the wait after an error for which [IsThrottling] reports
	// true; the zero value is Backoff.
	Throttling Backoff
	// Classify returns the class of an error, which says whether it is retried;
	// nil retries all errors. It is not called for errors that carry a signal,
	// nor for errors that say that a retry is unsafe.
	Classify func(error) Class
	// Outcome returns what happened to the operation when an error came back;
	// nil is [OutcomeOf]. Only policies with [NotIdempotent] ask it.
	Outcome func(error) Outcome
	// RetryAfter says how to honor the wait that an error asks for.
	RetryAfter RetryAfter
	// WaitBudget bounds the sum of the waits of a call.
	WaitBudget WaitBudget
	// OnFailure is what a call returns when the policy gives up.
	OnFailure OnFailure
	// Quota pays for retries; nil is no quota. Policies that share a
	// dependency may share a quota.
	Quota *Quota
	// QuotaConfig configures a quota that belongs to the policy alone. The
	// zero value is none. It is ignored if Quota is set.
	QuotaConfig QuotaConfig
	// Breaker allows or refuses each attempt; nil is no breaker. Policies that
	// share a dependency may share a breaker. It does not see the first attempt
	// of a call begun with [Policy.Failed].
	Breaker *Breaker
	// NestedOnce keeps layers of retries from multiplying. Attempts under a
	// policy with NestedOnce carry a mark in their context, and a call under
	// such a policy makes only one attempt if its context has that mark. The
	// first attempt of a call begun with [Policy.Failed] carries no mark.
	NestedOnce bool
}

// Backoff computes the wait before a retry. At most one field may be set; if
// none is set, there is no wait. Retries count from 1: retry n follows attempt n. A
// negative result is no wait.
type Backoff struct {
	// Delay returns the wait before a retry that has no jitter.
	Delay func(retry int) time.Duration
	// Jitter turns a random number, uniform over all of uint64, into the wait
	// before a retry. It never falls as random grows.
	Jitter func(retry int, random uint64) time.Duration
	// Decorrelated draws the wait from the one before it, which is 0 at the
	// first retry. It never falls as either argument grows.
	Decorrelated func(previous time.Duration, random uint64) time.Duration
}

// isZero reports whether no field is set.
func (b *Backoff) isZero() bool {
	return b.Delay == nil && b.Jitter == nil && b.Decorrelated == nil
}

// Class is what [Config.Classify] returns for an error.
type Class uint8

// The classes of errors.
const (
	Retry Class = iota // worth another attempt
	Stop               // final, unless AttemptTimeout ended the attempt
	Final              // final, even if AttemptTimeout ended the attempt
)

// HintMode is a way to combine the wait that an error asks for (see
// [RetryAfterer] and [NextRetryDelayer]) with the wait of the backoff.
type HintMode uint8

// The hint modes.
const (
	Replace HintMode = iota // the hint is the wait
	Ignore                  // the backoff alone decides
	AtLeast                 // the longer of the two (Smithy's documentation)
	Clamp5s                 // the hint, kept within [wait, wait+5s] (Smithy's code)
)

// RetryAfter says how to honor the wait that an error asks for, its hint. The
// zero value waits for the hint. A hint of zero or less is always ignored.
type RetryAfter struct {
	Mode HintMode
	// Max bounds the hint before Mode is applied; 0 or less is no bound. A
	// hint above Max is shortened to Max. If a retry earlier than the server
	// asked for does harm, leave Max at 0: then the deadline of the call is the
	// bound, and a wait that would pass it is not begun.
	Max time.Duration
}

// WaitBudget bounds the sum of the waits of one call. Time spent in attempts
// does not count.
type WaitBudget struct {
	// Limit is the longest sum of waits. 0 is no bound, and a negative limit
	// allows only waits of zero length.
	Limit time.Duration
	// Truncate shortens the wait that would pass Limit and makes one more
	// attempt after it (httpx-retries). Otherwise the call stops before that
	// wait (Prodigy). A sum equal to Limit is allowed either way.
	Truncate bool
}

// OnFailure is what a call returns when the policy gives up, see
// [Call.GaveUp].
type OnFailure uint8

// The ways to fail.
const (
	ReturnError OnFailure = iota // the error
	Continue                     // nil, as if the call had succeeded
)

// Outcome says what happened to an operation when its error came back.
type Outcome uint8

// The outcomes.
const (
	Unknown Outcome = iota // it may have been carried out: the answer was lost
	NotSent                // nothing was executed
	Undone                 // it was rolled back
)

// String returns "unknown", "not sent" or "undone".
func (o Outcome) String() string {
	return [...]string{"unknown", "not sent", "undone"}[min(o, Undone)]
}
