package schema

// HTTPX is a policy in the words of httpx-retries.
type HTTPX struct {
	Total             int64    // retries after the first attempt; default 10
	BackoffFactor     float64  // seconds; default 0
	BackoffJitter     float64  // 0 to 1; default 1
	MaxBackoffWait    float64  // seconds; default 120
	StatusForcelist   []int    // default 429, 502, 503, 504
	RespectRetryAfter bool     // default true
	TotalTimeout      *float64 // seconds, the sum of the waits; nil is no bound
}

// DialectName returns "httpx".
func (*HTTPX) DialectName() string { return "httpx" }
