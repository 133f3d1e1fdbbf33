package retry

import "github.com/retrygen/retrygen/runtime/internal/errtree"

// NotIdempotent makes a policy retry only after errors that show that the
// operation was not carried out: those for which [Config.Outcome] does not
// return [Unknown]. An attempt that its timeout ended is not retried. It is for
// operations that must never take effect twice.
func NotIdempotent() Option {
	return func(p *Policy) { p.notIdempotent = true }
}

// mayRepeat reports whether a retry after err cannot carry out the operation
// twice. timedOut is set if the policy's own timeout ended the attempt. A list of
// errors says nothing about the items of a batch that are not in it.
func (p *Policy) mayRepeat(err error, timedOut bool) bool {
	if timedOut || len(errtree.Lists(err)) > 0 {
		return false
	}
	outcome := OutcomeOf
	if p.config.Outcome != nil {
		outcome = p.config.Outcome
	}
	return outcome(err) != Unknown
}
