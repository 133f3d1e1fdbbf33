package policy

import (
	"time"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// temporal compiles Temporal's RetryPolicy: initial_interval ×
// backoff_coefficient^(n−1), truncated to nanoseconds, at most
// maximum_interval, without jitter.
func (p *Policy) temporal(d *schema.Temporal, at schema.Pointer) {
	if d.MaximumAttempts > 0 {
		p.attempts(d.MaximumAttempts)
	}
	p.Backoff = Schedule{
		Growth:   Exponential,
		First:    d.InitialInterval,
		Factor:   d.BackoffCoefficient,
		Rounding: Truncate,
		Cap:      d.MaximumInterval,
		Unit:     time.Nanosecond,
	}
	if d.MaximumInterval == 0 {
		p.Backoff.Cap = Unlimited
	}
	p.temporalErrors(d.NonRetryableErrorTypes, at.Key("temporal").Key("non_retryable_error_types"))
	p.note("Temporal documents that a next retry delay replaces the interval, but its code cuts that of a workflow to maximum_interval; this policy treats a call as an activity, which is not cut")
}

// temporalErrors makes the listed types final. A start-to-close timeout, which
// a list can name too, is the timeout of an attempt.
func (p *Policy) temporalErrors(types []string, at schema.Pointer) {
	p.Otherwise = RetryUnlessMarked
	for i, name := range types {
		if name == "TemporalTimeout:StartToClose" {
			p.Stop = append(p.Stop, matcher.Class{Entry: matcher.Place(at.Index(i)), Class: "timeout", Type: name})
			continue
		}
		p.Stop = append(p.Stop, matcher.Type{Entry: matcher.Place(at.Index(i)), Type: name})
	}
}
