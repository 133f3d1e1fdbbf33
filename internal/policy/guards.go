package policy

import (
	"time"

	"github.com/retrygen/retrygen/internal/finding"
)

// Quota bounds the retries of many calls together: a bucket of tokens that
// retries take from and successes give to.
type Quota struct {
	Pointer finding.Pointer
	// Preset is "aws-2026", "aws-legacy", "grpc", or empty for the default of
	// the runtime; the other fields are filled in from it.
	Preset        string
	Capacity      int64   // tokens of the full bucket
	RetryCost     int64   // of a retry
	ThrottleCost  int64   // of a retry after throttling; default RetryCost
	TimeoutCost   int64   // of a retry after a timeout; default RetryCost
	SuccessRefund float64 // for a call that succeeds at once
	// RefillPerSecond is what time adds.
	RefillPerSecond float64
	// Ratio is gRPC's rule: failures, not retries, take tokens, and retries
	// are granted while more than half is left.
	Ratio bool
	// Scope is "policy" (each client has a bucket for each policy; the
	// default), "client" (one bucket for all policies of a client that say so),
	// or "process" (one bucket for all clients of the process, by Name).
	Scope string
	Name  string // of a bucket of the process
}

// CircuitBreaker stops calls to a dependency that is down. It counts every
// attempt, and stands inside the retry loop: while it is open, a call stops.
type CircuitBreaker struct {
	Pointer          finding.Pointer
	FailureThreshold int64         // failures in a row that open it
	RecoveryTimeout  time.Duration // from opening to the first probe
	HalfOpenProbes   int64         // successes that close it; default 1
	// Scope is "policy" (one breaker for each client), "client" (one for all
	// policies of a client) or "process" (one for all clients of the process, by
	// Name).
	Scope string
	Name  string // of a breaker of the process
}
