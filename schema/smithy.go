package schema

// Smithy is a policy in the words of Smithy's retry strategies.
type Smithy struct {
	RetryMode   string // "standard" (default) or "simple"
	MaxAttempts int64  // executions; default 3 standard, 5 simple; 0 is 1
	Backoff     SmithyBackoff
	// Throttling is the backoff after a throttling error; nil in simple mode.
	Throttling *SmithyBackoff
}

// SmithyBackoff is an exponential backoff strategy with base 2.
type SmithyBackoff struct {
	ScaleValue float64 // seconds
	MaxBackoff float64 // seconds; default 20
	JitterType string  // "DEFAULT" (equal), "NONE", "FULL" or "DECORRELATED"
}

// DialectName returns "smithy".
func (*Smithy) DialectName() string { return "smithy" }
