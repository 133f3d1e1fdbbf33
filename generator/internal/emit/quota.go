package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/schema"
)

// sharedQuota returns a quota of the process.
func (e *emitter) sharedQuota(q *schema.Quota) jen.Code {
	return e.runtime("SharedQuota").Call(jen.Lit(q.Name), e.quotaConfig(q))
}

// quotaConfig returns the configuration of a quota without the costs that are
// those of a retry anyway.
func (e *emitter) quotaConfig(q *schema.Quota) jen.Code {
	fields := []field{{"Capacity", number(q.Capacity)}, {"RetryCost", number(q.RetryCost)}}
	add := func(wanted bool, name string, value jen.Code) {
		if wanted {
			fields = append(fields, field{name, value})
		}
	}
	add(q.ThrottleCost != q.RetryCost && q.ThrottleCost != 0, "ThrottleCost", number(q.ThrottleCost))
	add(q.TimeoutCost != q.RetryCost && q.TimeoutCost != 0, "TimeoutCost", number(q.TimeoutCost))
	add(q.SuccessRefund != 0, "SuccessRefund", floatLiteral(q.SuccessRefund))
	add(q.RefillPerSecond != 0, "RefillPerSecond", floatLiteral(q.RefillPerSecond))
	add(q.Ratio, "Ratio", jen.True())
	return literal(e.runtime("QuotaConfig"), fields...)
}

// breakerOf returns the circuit breaker of a policy.
func (e *emitter) breakerOf(b *schema.CircuitBreaker) jen.Code {
	if b.Scope == "process" {
		return e.runtime("SharedBreaker").Call(jen.Lit(b.Name), e.breakerConfig(b))
	}
	return e.runtime("NewBreaker").Call(e.breakerConfig(b))
}

// breakerConfig returns the configuration of a circuit breaker.
func (e *emitter) breakerConfig(b *schema.CircuitBreaker) jen.Code {
	fields := []field{
		{"FailureThreshold", number(b.FailureThreshold)},
		{"RecoveryTimeout", e.duration(b.RecoveryTimeout)},
	}
	if b.HalfOpenProbes > 1 {
		fields = append(fields, field{"Probes", number(b.HalfOpenProbes)}, field{"SuccessThreshold", number(b.HalfOpenProbes)})
	}
	return literal(e.runtime("BreakerConfig"), fields...)
}
