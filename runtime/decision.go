package retry

import "time"

// Decision is what follows an attempt of a job that failed, see
// [Policy.Decide].
type Decision struct {
	// Wait is the wait before the next attempt. If there is to be none, it is
	// the backoff, for a system that makes another attempt all the same.
	Wait time.Duration
	// Reason is why there is to be no next attempt; 0 if there is one.
	Reason Reason
	// Hinted is set if the error itself asked for Wait.
	Hinted bool
	// Uncounted is set if the attempt does not count, see [RequeueAfter]: the
	// next one has the same number.
	Uncounted bool
}

// Decide returns what follows when an attempt of a job, counted from 1, has
// failed with err. It is for systems that store the attempts of a job and make
// its waits themselves, such as job queues, whose attempts may run in different
// processes.
//
// It sees one attempt only: signals and hints of the error, Classify, the limit
// of attempts, and the backoff. Timeouts, the wait budget, quota, breaker and
// observers span attempts and have no effect. Neither have [Disabled] and
// RETRYGEN_DISABLE, because a job that is not retried is lost. A nil err gives
// the zero Decision.
func (p *Policy) Decide(attempt int, err error) Decision {
	if err == nil {
		return Decision{}
	}
	attempt = max(attempt, 1)
	h := read(err)
	d := Decision{Wait: p.drawOnce(p.backoff(err), attempt)}
	switch {
	case h.pruned:
		d.Reason = ReasonPruned
	case h.requeue > 0:
		return Decision{Wait: h.requeue, Hinted: true, Uncounted: true}
	case h.unsafe, p.classifies && p.stops(err, false):
		d.Reason = ReasonFinal
	case p.config.MaxAttempts > 0 && attempt >= p.config.MaxAttempts:
		d.Reason = ReasonAttempts
	case h.wait > 0:
		wait := p.config.RetryAfter.combine(d.Wait, h.wait)
		d.Hinted, d.Wait = p.config.RetryAfter.Mode != Ignore, wait
	}
	return d
}

// drawOnce draws the wait before a retry of a call whose earlier waits are not
// known.
func (p *Policy) drawOnce(b *Backoff, retry int) time.Duration {
	switch {
	case b.Delay != nil:
		return max(b.Delay(retry), 0)
	case b.Jitter != nil:
		return max(b.Jitter(retry, p.random()), 0)
	case b.Decorrelated != nil:
		var wait time.Duration
		for range min(retry, maxChain) {
			wait = max(b.Decorrelated(wait, p.random()), 0)
		}
		return wait
	}
	return 0
}
