package lint

import (
	"github.com/retrygen/retrygen/internal/policy"
)

// isRigid reports whether the policy waits after some error, and always the
// same.
func (p *pass) isRigid() bool {
	for _, b := range p.schedules() {
		if isRigid(b, p.retries()) {
			return true
		}
	}
	return false
}

func isRigid(b *policy.Schedule, retries int) bool {
	waits := false
	for n := 1; n <= retries; n++ {
		shortest, longest := b.Bounds(n)
		if shortest != longest {
			return false
		}
		waits = waits || longest > 0
	}
	return waits
}
