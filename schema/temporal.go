package schema

import "time"

// Temporal is a policy in the words of Temporal's RetryPolicy, after its rules
// for unset (zero) fields.
type Temporal struct {
	InitialInterval        time.Duration // default 1s
	BackoffCoefficient     float64       // default 2.0; may be +Inf
	MaximumInterval        time.Duration // default 100 × InitialInterval
	MaximumAttempts        int64         // executions; 0 is unlimited
	NonRetryableErrorTypes []string
}

// DialectName returns "temporal".
func (*Temporal) DialectName() string { return "temporal" }
