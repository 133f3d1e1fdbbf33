package temporal

import (
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// Compile compiles Temporal's RetryPolicy: initial_interval ×
// backoff_coefficient^(n−1), truncated to nanoseconds, at most
// maximum_interval, without jitter.
func (d *Policy) Compile(p *policy.Policy, at finding.Pointer) {
	if d.MaximumAttempts > 0 {
		p.SetAttempts(d.MaximumAttempts)
	}
	p.Backoff = policy.Schedule{
		Growth:   policy.Exponential,
		First:    d.InitialInterval,
		Factor:   max(d.BackoffCoefficient, 0), // below 1 only with one attempt, which never waits
		Rounding: policy.Truncate,
		Cap:      d.MaximumInterval,
		Unit:     time.Nanosecond,
	}
	if d.MaximumInterval == 0 {
		p.Backoff.Cap = policy.Unlimited
	}
	setErrors(p, d.NonRetryableErrorTypes, at.Key("non_retryable_error_types"))
	p.NoteSystem("Temporal documents that a next retry delay replaces the interval, but its code cuts the delay of a workflow to maximum_interval; this policy treats a call as an activity, which is not cut")
}

// setErrors makes the listed types final. A start-to-close timeout, which
// a list can name too, is the timeout of an attempt.
func setErrors(p *policy.Policy, types []string, at finding.Pointer) {
	p.Otherwise = policy.RetryUnlessMarked
	for i, name := range types {
		if name == "TemporalTimeout:StartToClose" {
			p.Stop = append(p.Stop, matcher.Class{Entry: matcher.Place(at.Index(i)), Class: "timeout", Type: name})
			continue
		}
		p.Stop = append(p.Stop, matcher.Type{Entry: matcher.Place(at.Index(i)), Type: name})
	}
}
