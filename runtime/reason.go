package retry

// Reason is why a call made no further attempt.
type Reason uint8

// The reasons. A call that has not ended in failure has the zero Reason.
const (
	_                  Reason = iota
	ReasonAttempts            // the attempts of the policy are used up
	ReasonWaitBudget          // the next wait would pass the wait budget
	ReasonQuota               // the retry quota of this client has run dry
	ReasonBreaker             // the circuit breaker of this client is open
	ReasonDeadline            // the next wait would last until the caller's deadline
	ReasonTotalTimeout        // the policy's total timeout has passed, or would during the next wait
	ReasonContext             // the caller's context has ended
	ReasonFinal               // the error is not worth a retry
	ReasonPruned              // the operation asked to stop, see [Prune]
	ReasonDisabled            // retries are off, see [Disabled]
	ReasonStrategy            // the strategy of the policy refused, see [WithStrategy]
)

var reasons = [...]string{
	"none", "attempts used up", "wait budget used up", "client-side retry quota exhausted",
	"client-side circuit breaker open", "next attempt would miss the deadline", "total timeout",
	"context ended", "error is final", "pruned", "retries disabled", "refused by the retry strategy",
}

// String returns the reason in a few words, for example "attempts used up".
func (r Reason) String() string {
	if int(r) < len(reasons) {
		return reasons[r]
	}
	return "unknown reason"
}

// gaveUp reports whether the policy ended the call, not the error or the caller.
func (r Reason) gaveUp() bool {
	switch r {
	case ReasonAttempts, ReasonWaitBudget, ReasonQuota, ReasonBreaker, ReasonDeadline, ReasonTotalTimeout, ReasonDisabled,
		ReasonStrategy:
		return true
	}
	return false
}
