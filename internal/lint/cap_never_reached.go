package lint

import (
	"fmt"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

var _ = register("RG311", "cap-never-reached", "no wait is as long as the cap", capNeverReached)

// capNeverReached notes caps that no retry is late enough for. They do no
// harm, and guard against a later rise of the attempts, so it is no more than a
// note.
func capNeverReached(p *pass) []finding {
	at, written := p.locate(capParameter)
	b := &p.compiled.Backoff
	n := p.retries()
	if !written || n == 0 || n == horizon || b.First == 0 || b.Growth == policy.List || b.Cap == policy.Unlimited {
		return nil
	}
	var longest time.Duration
	for i := 1; i <= n; i++ {
		_, wait := b.Bounds(i)
		longest = max(longest, wait, b.Wait(i))
	}
	if longest >= b.Cap {
		return nil
	}
	return one(at, fmt.Sprintf("the cap of %v is never reached: the longest wait of %s is %v", b.Cap, count(n, "retry", "retries"), longest), "")
}
