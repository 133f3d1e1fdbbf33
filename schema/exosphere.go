package schema

// Exosphere is a policy in the words of Exosphere's graph templates.
type Exosphere struct {
	MaxRetries    int64  // retries after the first execution; default 3
	Strategy      string // default "EXPONENTIAL"
	BackoffFactor int64  // milliseconds; default 2000
	Exponent      int64  // default 2
	MaxDelay      *int64 // milliseconds; nil is no cap
}

// DialectName returns "exosphere".
func (*Exosphere) DialectName() string { return "exosphere" }
