package retry

import (
	"context"
	"errors"
	"time"
)

// RetryStrategy is the retry protocol of Smithy clients, for code that makes
// its attempts and its waits itself. [Policy.Strategy] returns one, and
// [WithStrategy] lets another one decide for the calls of a policy. A strategy
// is safe for concurrent use.
type RetryStrategy interface {
	// AcquireInitialRetryToken is called before the first attempt of a call. It
	// fails if that attempt must not be made. A scope is a part of the
	// dependency, such as a bucket or a shard; it may be empty.
	AcquireInitialRetryToken(ctx context.Context, scope string) (RetryToken, error)
	// RefreshRetryTokenForRetry is called after a failed attempt, with its
	// error. The caller waits for the delay of the token and makes the next
	// attempt. If it fails, there must be none.
	RefreshRetryTokenForRetry(token RetryToken, err error) (RetryToken, error)
	// RecordSuccess is called after an attempt that succeeded.
	RecordSuccess(token RetryToken)
	// Release is called with the token of an attempt that is not made, or whose
	// result nobody will know.
	Release(token RetryToken)
}

// RetryToken is the right to make one attempt. It is handed to one method of
// its strategy, once.
type RetryToken interface {
	// RetryCount returns the number of retries so far: 0 for the first attempt.
	RetryCount() int
	// RetryDelay returns how long to wait before the attempt.
	RetryDelay() time.Duration
}

// The errors of tokens that cannot be refreshed.
var (
	errForeignToken = errors.New("the retry token is of another strategy")
	errSpentToken   = errors.New("the retry token was handed in before")
	errNoFailure    = errors.New("a retry token was handed in without the error of its attempt")
)
