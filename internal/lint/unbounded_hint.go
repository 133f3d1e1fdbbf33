package lint

import (
	"github.com/retrygen/retrygen/internal/policy"
)

var _ = register("RG310", "unbounded-hint", "a server may request a delay of any length", unboundedHint)

// unboundedHint notes that a server may request a delay of any length.
func unboundedHint(p *pass) []finding {
	mode := p.compiled.Hint.Mode
	open := mode == policy.HintReplaces || mode == policy.HintAtLeast
	if !open || p.compiled.Hint.Max > 0 || len(p.timeBounds()) > 0 || p.retries() == 0 {
		return nil
	}
	return []finding{{at: p.policy.Pointer, key: true,
		message: "a server may request a delay of any length, and the call waits for it",
		hint:    "write retry_after: {max: 20s}, or total_timeout"}}
}
