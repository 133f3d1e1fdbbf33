package schema

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
)

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

// maxTemporalInterval is 100 years of 365 days, to which the server cuts an
// initial interval without a word.
const maxTemporalInterval = 100 * 365 * day

// timeoutTypes are the timeouts that an entry "TemporalTimeout:TYPE" can name.
// The server knows the last two, and never retries them anyway.
var timeoutTypes = []string{"StartToClose", "Heartbeat", "ScheduleToStart", "ScheduleToClose"}

func (d *decoder) temporal(n *node, _ Fidelity) Dialect {
	o := d.object(n, "temporal")
	t := &Temporal{
		InitialInterval:    d.initialInterval(o.either("initial_interval", "initialInterval")),
		BackoffCoefficient: d.coefficient(o.either("backoff_coefficient", "backoffCoefficient")),
		MaximumAttempts:    d.integer(unquoted(o.either("maximum_attempts", "maximumAttempts")), 0),
	}
	t.MaximumInterval = d.maximumInterval(o, t.InitialInterval)
	for _, list := range []string{"non_retryable_error_types", "nonRetryableErrorTypes"} {
		if o.nullable(list) != nil {
			o.each(list, func(item *node) {
				t.NonRetryableErrorTypes = append(t.NonRetryableErrorTypes, d.errorType(item))
			})
		}
	}
	return t
}

// either returns the value of a key with two spellings, or nil; null is what
// proto JSON writes for a field that is not set.
func (o object) either(snake, camel string) *node {
	first, second := o.nullable(snake), o.nullable(camel)
	if first != nil {
		return first
	}
	return second
}

// unquoted returns n as the number that it is if proto JSON may have put it in
// quotes.
func unquoted(n *node) *node {
	if n == nil || n.kind != text || !plainDecimal().MatchString(n.text) {
		return n
	}
	plain := *n
	plain.kind = number
	return &plain
}

func (d *decoder) initialInterval(n *node) time.Duration {
	value := d.duration(n, 0, goDuration)
	if value > maxTemporalInterval {
		d.refuse(RuleOutOfRange, n, "the interval is longer than the 876000h that Temporal allows", "")
	}
	if value == 0 {
		return time.Second
	}
	return value
}

// coefficient reads a number of 1 or more, or "Infinity" as proto JSON spells
// it; 0 is the default.
func (d *decoder) coefficient(n *node) float64 {
	if n != nil && n.kind == text && n.text == "Infinity" {
		return math.Inf(1)
	}
	if value := d.real(unquoted(n), 0); value != 0 {
		return value
	}
	return 2
}

// maximumInterval applies the default of 100 initial intervals first, and then
// compares the two, as the server does. Unlike there, the default saturates.
func (d *decoder) maximumInterval(o object, initial time.Duration) time.Duration {
	n := o.either("maximum_interval", "maximumInterval")
	value := d.duration(n, 0, goDuration)
	if value == 0 {
		if initial > math.MaxInt64/100 {
			return math.MaxInt64
		}
		return 100 * initial
	}
	first := o.either("initial_interval", "initialInterval")
	if value < initial && (first == nil || !d.IsRejected(first.pointer)) {
		d.refuse(RuleContradiction, n, fmt.Sprintf("the maximum interval %s is below the initial interval %s", value, initial),
			"raise it, or lower the initial interval (1s unless set)")
	}
	return value
}

// errorType returns an entry of the list of final errors.
func (d *decoder) errorType(n *node) string {
	name := d.word(n, "")
	timeout, ok := strings.CutPrefix(name, "TemporalTimeout:")
	switch {
	case !ok:
	case !slices.Contains(timeoutTypes, timeout):
		d.refuse(RuleChoice, n, finding.Quote(timeout)+" is not a timeout type of Temporal", "write one of "+finding.Enumerate(timeoutTypes))
	case strings.HasPrefix(timeout, "ScheduleTo"):
		d.Add(RuleUnmatchedError, n.pos, n.pointer, timeout+" timeouts are never retried, listed or not", "remove it")
	}
	return name
}
