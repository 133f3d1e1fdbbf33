package lint

import (
	"fmt"
	"strings"
)

// smallQuota finds quotas that cannot pay for the retries of one call, even if
// they are full and nobody else takes from them.
func smallQuota(s *subject) []finding {
	q := s.compiled.Quota
	if q == nil || s.compiled.MaxAttempts <= 1 {
		return nil
	}
	retries := int64(s.compiled.MaxAttempts - 1)
	paid := q.Capacity / max(q.RetryCost, 1)
	hint := fmt.Sprintf("raise capacity to %d, or lower %s", retries*max(q.RetryCost, 1), s.name(attemptsKnob))
	if q.Ratio {
		// Failure k leaves capacity − k, and its retry is granted while that is
		// more than half.
		paid = (q.Capacity - 1) / 2
		hint = fmt.Sprintf("raise max_tokens to %d, or lower %s", 2*retries+1, s.name(attemptsKnob))
	}
	if paid >= retries {
		return nil
	}
	at := q.Pointer
	if initial := s.inBlock("retry_quota/initial_capacity"); at == s.block() && s.spec.Has(initial) {
		at = initial
		hint = strings.Replace(hint, "capacity", "initial_capacity", 1)
	}
	return one(at, fmt.Sprintf("the full quota pays for %d of the %d retries of one call", paid, retries), hint)
}

// freeAttempts is how many attempts a policy may make without a quota: with
// them a server that is down gets three times its load, as the SRE book of
// Google allows.
const freeAttempts = 3

// noQuota notes policies under which a server that is down gets many times its
// load.
func noQuota(s *subject) []finding {
	if s.compiled.Quota != nil || s.compiled.Breaker != nil || s.compiled.MaxAttempts > 0 && s.compiled.MaxAttempts <= freeAttempts {
		return nil
	}
	load := "as many requests as time allows"
	if s.compiled.MaxAttempts > 0 {
		load = fmt.Sprintf("up to %d times its load", s.compiled.MaxAttempts)
	}
	return []finding{{at: s.policy.Pointer, key: true,
		message: fmt.Sprintf("a server that is down gets %s, because no quota bounds the retries of all calls together", load),
		hint:    "write quota: {}"}}
}
