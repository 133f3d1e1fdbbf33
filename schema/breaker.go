package schema

import "time"

// recoveryTimeout is how long a breaker stays open unless the spec says so.
const recoveryTimeout = 30 * time.Second

func (d *decoder) circuitBreaker(n *node) *CircuitBreaker {
	if n == nil {
		return nil
	}
	o := d.object(n, "circuitBreaker")
	b := &CircuitBreaker{
		Pointer:          n.pointer,
		FailureThreshold: d.integer(o.get("failure_threshold"), 5),
		RecoveryTimeout:  recoveryTimeout,
		HalfOpenProbes:   d.integer(o.get("half_open_probes"), 1),
	}
	if timeout := o.get("recovery_timeout"); timeout != nil {
		b.RecoveryTimeout = d.positive(timeout, "a breaker that recovers at once stops nothing", "leave the key out for 30s")
	}
	return b
}
