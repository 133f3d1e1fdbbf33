package retry

import (
	"context"
)

// observeSuccess notifies the observers of a call that succeeded.
func (p *Policy) observeSuccess(ctx context.Context, operation string, attempts int) {
	for _, o := range p.observers {
		o.ObserveSuccess(ctx, p.config.Name, operation, attempts)
	}
}

// observe completes an event and notifies the observers.
func (c *Call) observe(e Event) {
	if len(c.policy.observers) > 0 {
		c.notify(e)
	}
}

// notify is observe where there are observers. If one of them panics before a
// retry begins, the quota gets back what the retry has paid: code that began
// the call with [Policy.Failed] does not defer [Call.Stop].
func (c *Call) notify(e Event) {
	panics := true
	defer func() {
		if panics {
			c.refund()
			c.release()
		}
	}()
	e.Policy, e.Operation, e.Attempt = c.policy.config.Name, c.operation, int(c.attempts)
	for _, o := range c.policy.observers {
		o.Observe(c.ctx, e)
	}
	panics = false
}
