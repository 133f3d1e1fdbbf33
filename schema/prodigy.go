package schema

import "time"

// Prodigy is a policy in the words of Prodigy's retry_config.
type Prodigy struct {
	Attempts     int64         // executions, the first one included; default 3; 0 is 1
	InitialDelay time.Duration // default 1s
	MaxDelay     time.Duration // default 30s
	Backoff      ProdigyBackoff
	Jitter       bool
	JitterFactor *float64       // nil: 0.25 documented, 0.3 implemented
	RetryOn      []Matcher      // empty: every error
	RetryBudget  *time.Duration // the sum of the waits; nil is no bound
	OnFailure    OnFailure
}

// ProdigyBackoff is how the delay grows.
type ProdigyBackoff struct {
	Kind      string          // "fixed", "linear", "exponential", "fibonacci" or "custom"
	Base      float64         // exponential; default 2.0
	Increment time.Duration   // linear
	Delays    []time.Duration // custom
}

// OnFailure is what a call does when its policy has given up.
type OnFailure struct {
	Action  string // "stop", "continue" or "fallback"
	Command string // of a fallback
}

// DialectName returns "prodigy".
func (*Prodigy) DialectName() string { return "prodigy" }
