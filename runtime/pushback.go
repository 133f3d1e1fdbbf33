package retry

import (
	"math"
	"strconv"
	"time"
)

// Pushback returns err with what a gRPC server says about a retry in the
// trailer grpc-retry-pushback-ms, whose values are given (gRFC A6). One whole
// number of milliseconds is the wait before the next attempt, see [Delay]. A
// negative number, any other text, or several values make err final, see
// [Prune]. Pushback returns err unchanged if there are no values or err is nil.
func Pushback(err error, values []string) error {
	if err == nil || len(values) == 0 {
		return err
	}
	milliseconds, problem := strconv.ParseInt(values[0], 10, 64)
	if len(values) > 1 || problem != nil || milliseconds < 0 {
		return Prune(err)
	}
	wait := time.Duration(min(milliseconds, math.MaxInt64/int64(time.Millisecond))) * time.Millisecond
	return Delay(err, max(wait, 1)) // a hint of zero would be none
}
