package retry

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// maxErrors bounds the errors that a call keeps.
const maxErrors = 16

// usualErrors is room for the errors of most calls, so that it is made once.
const usualErrors = 4

// RetryError says that a call gave up on an error that it would have retried,
// or that the context ended it. It matches, by [errors.Is] and [errors.As], the
// error of the last attempt and, where the context ended the call, the error
// and the cause of the context. An error that was not retried is returned as it
// is, not in a RetryError.
type RetryError struct {
	Policy    string // the name of the policy
	Operation string // what was called, for example "Gateway.Charge"; may be empty
	// Attempts is the number of attempts made. It is 0 if the breaker was open
	// or the context had ended before the first.
	Attempts int
	// Elapsed is the time since the call began to keep time: at its start if
	// the policy has a total timeout, else at the beginning of its first wait.
	// A call that never waited does not read the clock and leaves 0.
	Elapsed time.Duration
	Waited  time.Duration // the sum of the waits
	Reason  Reason
	// Wait is how long a caller that tries again should wait first: until an
	// open breaker lets an attempt through, or the wait that would have passed
	// the deadline or the total timeout, or, from a [RetryStrategy], the wait of
	// the retry that the quota refused. A [Call] has waited for that one already.
	Wait time.Duration
	// Last is the error of the last attempt; nil if there was none.
	Last error
	// Errs are the errors of the first 16 attempts, in order.
	Errs []error

	context, cause error  // where the context ended the call
	tokens         string // of the quota that refused
}

// Error says what gave up, after how many attempts, and why, and quotes the
// last error.
func (e *RetryError) Error() string {
	var b strings.Builder
	if e.Operation != "" {
		b.WriteString(e.Operation + ": ")
	}
	if e.Policy != "" {
		b.WriteString("policy " + e.Policy + ": ")
	}
	b.WriteString("gave up after " + count(e.Attempts) + ": " + e.Reason.String() + e.tokens)
	for _, err := range []error{e.context, e.distinctCause(), e.Last} {
		if err != nil {
			b.WriteString(": " + err.Error())
		}
	}
	return b.String()
}

// Unwrap returns the last error and, where the context ended the call, the
// error of the context and its cause.
func (e *RetryError) Unwrap() []error {
	var all []error
	for _, err := range []error{e.Last, e.context, e.distinctCause()} {
		if err != nil {
			all = append(all, err)
		}
	}
	return all
}

// RetryAfter returns Wait if a quota or a breaker refused the attempt: a retrying
// caller of this call then waits that long.
func (e *RetryError) RetryAfter() (wait time.Duration, ok bool) {
	refused := e.Reason == ReasonQuota || e.Reason == ReasonBreaker
	return e.Wait, refused && e.Wait > 0
}

// distinctCause returns the cause of the context if it says more than the error
// of the context.
func (e *RetryError) distinctCause() error {
	if errors.Is(e.context, e.cause) {
		return nil
	}
	return e.cause
}

func count(attempts int) string {
	if attempts == 1 {
		return "1 attempt"
	}
	return strconv.Itoa(attempts) + " attempts"
}
