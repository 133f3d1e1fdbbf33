package lint

import (
	"fmt"
)

// freeAttempts is how many attempts a policy may make without a quota: with
// them a server that is down gets three times its load, as the SRE book of
// Google allows.
const freeAttempts = 3

var _ = register("RG315", "no-quota", "the policy makes many attempts, and no quota bounds the retries of all calls together", noQuota)

// noQuota notes policies under which a server that is down gets many times its
// load.
func noQuota(p *pass) []finding {
	if p.compiled.Quota != nil || p.compiled.Breaker != nil || p.compiled.MaxAttempts > 0 && p.compiled.MaxAttempts <= freeAttempts {
		return nil
	}
	load := "as many requests as time allows"
	if p.compiled.MaxAttempts > 0 {
		load = fmt.Sprintf("up to %d times its load", p.compiled.MaxAttempts)
	}
	return []finding{{at: p.policy.Pointer, key: true,
		message: fmt.Sprintf("a server that is down gets %s, because no quota bounds the retries of all calls together", load),
		hint:    "write quota: {}"}}
}
