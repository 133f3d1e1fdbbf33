package retry

import "github.com/retrygen/retrygen/runtime/internal/errtree"

// tooManyRequests is the HTTP status of throttling (RFC 6585).
const tooManyRequests = 429

// IsThrottling reports whether err carries status 429, says that it is
// throttling (see [Throttler]), or answers to ErrorCode() string, as the errors
// of AWS clients do, with a code that AWS counts as throttling.
func IsThrottling(err error) bool {
	return Status(err) == tooManyRequests || errtree.Walk(err, func(err error) bool {
		switch e := err.(type) {
		case Throttler:
			return e.Throttling()
		case interface{ ErrorCode() string }:
			return throttlingCode(e.ErrorCode())
		}
		return false
	})
}

// throttlingCode reports whether AWS clients count an error code as throttling.
func throttlingCode(code string) bool {
	switch code {
	case "BandwidthLimitExceeded", "EC2ThrottledException", "LimitExceededException", "PriorRequestNotComplete",
		"ProvisionedThroughputExceededException", "RequestLimitExceeded", "RequestThrottled",
		"RequestThrottledException", "SlowDown", "ThrottledException", "Throttling", "ThrottlingException",
		"TooManyRequestsException", "TransactionInProgressException":
		return true
	}
	return false
}
