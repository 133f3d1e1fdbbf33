package schema

import (
	"github.com/retrygen/retrygen/internal/dialect/exosphere"
	"github.com/retrygen/retrygen/internal/dialect/httpx"
	"github.com/retrygen/retrygen/internal/dialect/prodigy"
	"github.com/retrygen/retrygen/internal/dialect/smithy"
	"github.com/retrygen/retrygen/internal/dialect/temporal"
	"github.com/retrygen/retrygen/internal/policy"
)

// Dialect is the dialect block of a policy: one of [*Exosphere], [*Prodigy],
// [*Temporal], [*HTTPX] and [*Smithy]. Other packages cannot implement it.
type Dialect = policy.Block

// The dialect blocks.
type (
	Exosphere      = exosphere.Policy
	Prodigy        = prodigy.Policy
	ProdigyBackoff = prodigy.Backoff
	Temporal       = temporal.Policy
	HTTPX          = httpx.Policy
	Smithy         = smithy.Policy
	SmithyBackoff  = smithy.Backoff
)

// Fidelity says which reading a policy follows where the documentation of its
// system and its code differ.
type Fidelity = policy.Fidelity

// The two readings.
const (
	Documented  = policy.Documented  // what the documentation says; the default
	Implemented = policy.Implemented // what the released code does
)

// OnFailure is what a call does when its policy has given up.
type OnFailure = policy.OnFailure

// Quota bounds the retries of many calls together: a bucket of tokens that
// retries take from and successes give to.
type Quota = policy.Quota

// CircuitBreaker stops calls to a dependency that is down. It counts every
// attempt, and stands inside the retry loop: while it is open, a call stops.
type CircuitBreaker = policy.CircuitBreaker
