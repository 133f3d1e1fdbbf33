// Package temporal has the dialect of Temporal.
package temporal

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
)

// Policy is a policy in the words of Temporal's RetryPolicy, after its rules
// for unset (zero) fields.
type Policy struct {
	InitialInterval        time.Duration // default 1s
	BackoffCoefficient     float64       // default 2.0; may be +Inf
	MaximumInterval        time.Duration // default 100 × InitialInterval
	MaximumAttempts        int64         // executions; 0 is unlimited
	NonRetryableErrorTypes []string
}

// unmatchedError finds timeouts that Temporal does not look for.
var unmatchedError = finding.Declare("RG202", "unmatched-error", "an error type is listed that is never compared")

// DialectName returns "temporal".
func (*Policy) DialectName() string { return "temporal" }

// maxTemporalInterval is 100 years of 365 days, to which the server cuts an
// initial interval without a word.
const maxTemporalInterval = 100 * 365 * 24 * time.Hour

// timeoutTypes are the timeouts that an entry "TemporalTimeout:TYPE" can name.
// The server knows the last two, and never retries them anyway.
var timeoutTypes = []string{"StartToClose", "Heartbeat", "ScheduleToStart", "ScheduleToClose"}

// Decode reads a block.
func (Dialect) Decode(n decode.Value, _ policy.Fidelity) policy.Block {
	o := n.Object("temporal")
	t := &Policy{
		InitialInterval:    decodeInitialInterval(either(o, "initial_interval", "initialInterval")),
		BackoffCoefficient: decodeCoefficient(either(o, "backoff_coefficient", "backoffCoefficient")),
		MaximumAttempts:    either(o, "maximum_attempts", "maximumAttempts").Unquoted().Integer(0),
	}
	t.MaximumInterval = decodeMaximumInterval(o, t.InitialInterval)
	if t.MaximumAttempts != 1 { // else the server looks at no other field
		compareIntervals(o, t)
	}
	for _, list := range []string{"non_retryable_error_types", "nonRetryableErrorTypes"} {
		if o.Nullable(list).IsSet() {
			o.Each(list, func(item decode.Value) {
				t.NonRetryableErrorTypes = append(t.NonRetryableErrorTypes, decodeErrorType(item))
			})
		}
	}
	return t
}

// either returns the value of a key with two spellings. Null is what proto JSON
// writes for a field that is not set.
func either(o decode.Object, snake, camel string) decode.Value {
	first, second := o.Nullable(snake), o.Nullable(camel)
	if first.IsSet() {
		return first
	}
	return second
}

func decodeInitialInterval(n decode.Value) time.Duration {
	value := n.Duration(0, decode.GoDuration)
	if value == 0 {
		return time.Second
	}
	return value
}

// decodeCoefficient reads a number of 1 or more, or "Infinity" as proto JSON spells
// it; 0 is the default.
func decodeCoefficient(n decode.Value) float64 {
	if n.IsSet() && n.Is(document.Text) && n.Text() == "Infinity" {
		return math.Inf(1)
	}
	if value := n.Unquoted().Real(0); value != 0 {
		return value
	}
	return 2
}

// decodeMaximumInterval applies the default of 100 initial intervals. Unlike on the
// server, it saturates.
func decodeMaximumInterval(o decode.Object, initial time.Duration) time.Duration {
	n := either(o, "maximum_interval", "maximumInterval")
	value := n.Duration(0, decode.GoDuration)
	if value == 0 {
		if initial > math.MaxInt64/100 {
			return math.MaxInt64
		}
		return 100 * initial
	}
	return value
}

// compareIntervals checks the bound of the initial interval, and compares the two
// intervals with their defaults, as the server does.
func compareIntervals(o decode.Object, t *Policy) {
	first := either(o, "initial_interval", "initialInterval")
	if t.InitialInterval > maxTemporalInterval {
		first.Reject(decode.OutOfRange, "the interval is longer than the 876000h that Temporal allows", "")
	}
	if t.MaximumInterval < t.InitialInterval && (!first.IsSet() || !first.IsRejected()) {
		either(o, "maximum_interval", "maximumInterval").Reject(decode.Contradiction,
			fmt.Sprintf("the maximum interval %s is below the initial interval %s", t.MaximumInterval, t.InitialInterval),
			"raise it, or lower the initial interval (1s unless set)")
	}
}

// decodeErrorType returns an entry of the list of final errors.
func decodeErrorType(n decode.Value) string {
	name := n.Word("")
	timeout, ok := strings.CutPrefix(name, "TemporalTimeout:")
	switch {
	case !ok:
	case !slices.Contains(timeoutTypes, timeout):
		n.Reject(decode.Choice, finding.Quote(timeout)+" is not a timeout type of Temporal", "write one of "+finding.Enumerate(timeoutTypes))
	case strings.HasPrefix(timeout, "ScheduleTo"):
		n.Report(unmatchedError, timeout+" timeouts are never retried, listed or not", "remove it")
	}
	return name
}
