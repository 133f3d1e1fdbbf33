package schema

import (
	"time"

	"github.com/retrygen/retrygen/internal/decode"
)

// recoveryTimeout is how long a breaker stays open unless the spec says so.
const recoveryTimeout = 30 * time.Second

func decodeCircuitBreaker(n decode.Value) *CircuitBreaker {
	if !n.IsSet() {
		return nil
	}
	o := n.Object("circuitBreaker")
	b := &CircuitBreaker{
		Pointer:          n.Pointer(),
		FailureThreshold: o.Get("failure_threshold").Integer(5),
		RecoveryTimeout:  recoveryTimeout,
		HalfOpenProbes:   o.Get("half_open_probes").Integer(1),
	}
	if timeout := o.Get("recovery_timeout"); timeout.IsSet() {
		b.RecoveryTimeout = timeout.Positive("a breaker that recovers at once stops nothing", "leave the key out for 30s")
	}
	return b
}
