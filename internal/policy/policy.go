package policy

import (
	"slices"
	"time"

	"github.com/retrygen/retrygen/internal/goname"
	"github.com/retrygen/retrygen/internal/matcher"
)

// Policy is a compiled policy.
type Policy struct {
	Name        string
	Description string // of the spec; may be empty
	// Dialect is the key of the block that the policy is written in, for example
	// "httpx"; System is what people call the system, "httpx-retries".
	Dialect, System string
	// Origin is set if the words of the dialect carry a policy of another
	// system, whose name System then is.
	Origin   *Origin
	Fidelity Fidelity
	// MaxAttempts bounds the attempts, the first one included; 0 is unlimited.
	MaxAttempts int
	// AttemptTimeout bounds one attempt; 0 is no bound.
	AttemptTimeout time.Duration
	// TotalTimeout bounds the whole call, waits included; 0 is no bound.
	TotalTimeout time.Duration
	// Backoff is the wait after a failure.
	Backoff Schedule
	// BackoffFunc is the function of the user's that computes the waits; nil is
	// none. Backoff then has no waits, but a cap.
	BackoffFunc *goname.Name
	// Throttling is the wait after a throttling error; nil: Backoff.
	Throttling *Schedule
	// WaitBudget bounds the sum of the waits of one call; nil is no bound.
	WaitBudget *WaitBudget
	// Hint says what is made of the delay that an error asks for.
	Hint Hint
	// Stop matches errors that are final; it is asked before Retry.
	Stop []matcher.Matcher
	// Retry matches errors that are retried.
	Retry []matcher.Matcher
	// Otherwise says what becomes of an error that neither matches.
	Otherwise Verdict
	// OnFailure is what a call does when it gives up.
	OnFailure OnFailure
	// Quota bounds the retries of many calls together; nil is no quota.
	Quota *Quota
	// Breaker stops calls to a dependency that is down; nil is none.
	Breaker *CircuitBreaker
	// NestedOnce lets a call inside an attempt of another one make one attempt.
	NestedOnce bool
	// AllowedMethods are the HTTP methods that are retried; nil is the
	// idempotent ones. They concern HTTP clients only.
	AllowedMethods []string
	// FailedStatuses are the statuses that an HTTP client takes for failures if
	// no rule of Retry names any; nil is its own list.
	FailedStatuses []int
	// Notes are sentences about the policy that a reader should know: where
	// its system's documentation and code differ, and what saturates.
	Notes []string
}

// idempotentMethods are the HTTP methods that are retried unless a policy says
// otherwise (RFC 9110, 9.2.2).
var idempotentMethods = []string{"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"}

// RetriesMethod reports whether requests of an HTTP method, in upper case, are
// retried without an idempotency key.
func (p *Policy) RetriesMethod(method string) bool {
	if p.AllowedMethods == nil {
		return slices.Contains(idempotentMethods, method)
	}
	return slices.Contains(p.AllowedMethods, method)
}

// Verdict is what becomes of an error that no matcher names.
type Verdict uint8

// The verdicts.
const (
	RetryAll          Verdict = iota // retried (Exosphere, Prodigy without retry_on, Temporal)
	StopAll                          // final (a list was given, and does not have it)
	RetryIfSafe                      // retried only if the error says that it is retry-safe (Smithy)
	RetryUnlessMarked                // retried unless the error says that it is non-retryable (Temporal)
)

// WaitBudget bounds the sum of the waits of one call.
type WaitBudget struct {
	Limit time.Duration
	// Truncate shortens the wait that would pass the limit, and makes one more
	// attempt (httpx-retries); else the call stops before it (Prodigy).
	Truncate bool
}

// Hint says what is made of the delay that an error asks for.
type Hint struct {
	Mode HintMode
	// Max is the longest such delay; 0 is no bound.
	Max time.Duration
	// ByCap is set if Max is the cap of the waits of a system that has no such
	// delays.
	ByCap bool
}

// HintMode is a way to combine a hint with the wait of the schedule.
type HintMode uint8

// The hint modes.
const (
	HintReplaces HintMode = iota // the hint is the wait; a hint of zero or less is ignored
	HintIgnored                  // the schedule alone decides
	HintAtLeast                  // the longer of the two (Smithy, documented)
	HintClamped                  // within [wait, wait + 5s] (Smithy, implemented)
)
