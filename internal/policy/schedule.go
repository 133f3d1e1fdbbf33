package policy

import (
	"math"
	"time"
)

// Unlimited is the cap of a schedule that has none, and the wait at which
// every growth saturates.
const Unlimited = time.Duration(math.MaxInt64)

// Growth is how the wait grows from retry to retry, before cap and jitter.
type Growth uint8

// The growths. Retry n ≥ 1 is the wait after attempt n failed.
const (
	Constant    Growth = iota // First
	Linear                    // First + Step × (n−1)
	Exponential               // First × Factor^(n−1)
	Fibonacci                 // First × fib(n), fib = 1, 1, 2, 3, 5 …
	List                      // Waits[n−1], then Cap
)

// Rounding is how an exponential wait becomes whole nanoseconds.
type Rounding uint8

// The roundings.
const (
	Truncate Rounding = iota // toward zero (Temporal)
	Nearest                  // to the nearest (Prodigy, httpx-retries, Smithy)
)

// Jitter is how the wait is drawn. Every law but Decorrelated is uniform.
type Jitter uint8

// The jitter laws, for a wait w before jitter.
const (
	NoJitter     Jitter = iota // w
	Full                       // [0, w]
	Equal                      // [w/2, w]
	Around                     // [w − w×Amount, w + w×Amount], not below 0 (Prodigy)
	Below                      // [w − w×Amount, w] (httpx-retries)
	Decorrelated               // [First, First + 3 × the previous wait] (Smithy)
)

// Schedule is the waits of a policy.
type Schedule struct {
	Growth   Growth
	First    time.Duration   // the wait before retry 1, before cap and jitter
	Step     time.Duration   // of Linear
	Factor   float64         // of Exponential; ≥ 0, may be +Inf
	Rounding Rounding        // of Exponential
	Waits    []time.Duration // of List

	// Cap bounds the wait: before the jitter draw, or after it if
	// CapAfterJitter is set. Unlimited is no cap.
	Cap            time.Duration
	CapAfterJitter bool

	Jitter Jitter
	// Amount is the spread of Around (it may pass 1; Cap is then low enough for
	// the longest draw) and of Below (0 to 1), as a part of the wait.
	Amount float64
	// Unit is the step between two possible draws: a millisecond in Exosphere,
	// else a nanosecond.
	Unit time.Duration
	// Open leaves out the upper end of the draw (Exosphere's code, full jitter).
	Open bool
	// WholeMilliseconds truncates the draw (Exosphere's code, equal jitter).
	WholeMilliseconds bool
}
