package retry

import (
	"math"
	"strconv"
	"time"
)

// Pushback returns err with what a gRPC server says about a retry: values are
// those of the trailer grpc-retry-pushback-ms (gRFC A6). One whole number of
// milliseconds is the wait before the next attempt, obeyed as [RetryAfter]
// says; a negative number, anything else, or several values make err final.
// Without values, and for nil, err comes back as it is.
func Pushback(err error, values []string) error {
	if err == nil || len(values) == 0 {
		return err
	}
	milliseconds, problem := strconv.ParseInt(values[0], 10, 64)
	if len(values) > 1 || problem != nil || milliseconds < 0 {
		return Prune(err)
	}
	wait := time.Duration(min(milliseconds, math.MaxInt64/int64(time.Millisecond))) * time.Millisecond
	return &pushedBack{err, max(wait, 1)} // a hint of zero would be none
}

type pushedBack struct {
	err  error
	wait time.Duration
}

func (p *pushedBack) Error() string                 { return p.err.Error() }
func (p *pushedBack) Unwrap() error                 { return p.err }
func (p *pushedBack) NextRetryDelay() time.Duration { return p.wait }
