package lint

import (
	"fmt"
	"strings"
)

var _ = register("RG225", "small-quota", "a full quota cannot pay for all retries of one call", smallQuota)

// smallQuota finds quotas that cannot pay for the retries of one call, even if
// they are full and nobody else takes from them.
func smallQuota(p *pass) []finding {
	q := p.compiled.Quota
	if q == nil || p.compiled.MaxAttempts <= 1 {
		return nil
	}
	retries := int64(p.compiled.MaxAttempts - 1)
	paid := q.Capacity / max(q.RetryCost, 1)
	hint := fmt.Sprintf("raise capacity to %d, or lower %s", retries*max(q.RetryCost, 1), p.name(attemptsParameter))
	if q.Ratio {
		// Failure k leaves capacity − k, and its retry is granted while that is
		// more than half.
		paid = (q.Capacity - 1) / 2
		hint = fmt.Sprintf("raise max_tokens to %d, or lower %s", 2*retries+1, p.name(attemptsParameter))
	}
	if paid >= retries {
		return nil
	}
	at := q.Pointer
	if initial := p.inBlock("retry_quota/initial_capacity"); at == p.block() && p.spec.Has(initial) {
		at = initial
		hint = strings.Replace(hint, "capacity", "initial_capacity", 1)
	}
	return one(at, fmt.Sprintf("the full quota pays for %d of the %d retries of one call", paid, retries), hint)
}
