package lint

import (
	"fmt"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

var _ = register("RG313", "near-zero-wait", "jitter makes a first wait close to zero likely", nearZeroWait)

// nearZeroWait notes how likely full jitter draws a first wait of 10ms or less.
func nearZeroWait(p *pass) []finding {
	const near, likely = 10 * time.Millisecond, 10 // 1 in 10
	first := p.compiled.Backoff.Wait(1)
	if p.compiled.Backoff.Jitter != policy.Full || p.retries() == 0 || first <= 0 || first > likely*near {
		return nil
	}
	share := "every first retry follows"
	if first > near {
		share = fmt.Sprintf("1 in %d first retries follow", first/near)
	}
	return p.about(jitterParameter, fmt.Sprintf("%s within %v, because full jitter may draw a wait close to zero", share, near), "")
}
