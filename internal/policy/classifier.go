package policy

import "github.com/retrygen/retrygen/internal/matcher"

// Classifier says what a policy makes of failures. It indexes the lists of the
// policy, so that it is quick for lists of any length.
type Classifier struct {
	stop, retry *matcher.Set
	otherwise   Verdict
}

// Classifier returns the classifier of the policy.
func (p *Policy) Classifier() *Classifier {
	return &Classifier{matcher.NewSet(p.Stop), matcher.NewSet(p.Retry), p.Otherwise}
}

// Verdict returns what becomes of a failure.
func (c *Classifier) Verdict(f matcher.Failure) Verdict {
	switch {
	case c.stop.Matches(f):
		return StopAll
	case c.retry.Matches(f):
		return RetryAll
	default:
		return c.otherwise
	}
}

// Retries reports whether the policy retries after a failure, as long as it may
// make attempts.
func (c *Classifier) Retries(f matcher.Failure) bool {
	v := c.Verdict(f)
	return v == RetryAll || v == RetryUnlessMarked || v == RetryIfSafe && f.RetrySafe
}

// Terms returns the terms of both lists: what is final, then what is retried.
func (c *Classifier) Terms() []matcher.Term {
	return append(c.stop.Terms()[:len(c.stop.Terms()):len(c.stop.Terms())], c.retry.Terms()...)
}

// More reports whether v retries more errors than other.
func (v Verdict) More(other Verdict) bool { return v.rank() > other.rank() }

// rank orders the verdicts by how many errors they retry.
func (v Verdict) rank() int {
	switch v {
	case RetryIfSafe:
		return 1
	case RetryUnlessMarked:
		return 2
	case RetryAll:
		return 3
	default: // StopAll
		return 0
	}
}

// RetriesUnknown reports whether the policy retries after errors that leave it
// open whether the operation was carried out.
func (p *Policy) RetriesUnknown() bool {
	if p.MaxAttempts == 1 {
		return false
	}
	if p.Otherwise != StopAll && p.Otherwise != RetryIfSafe {
		return true
	}
	stop := matcher.NewSet(p.Stop)
	if p.AttemptTimeout > 0 && !stop.Matches(matcher.ClassFailure("timeout")) {
		return true // an attempt that its timeout ended
	}
	for _, t := range matcher.Terms(p.Retry) {
		if _, isFinal := stop.Covering(t); t.Outcome == matcher.Unknown && !isFinal {
			return true
		}
	}
	return false
}
