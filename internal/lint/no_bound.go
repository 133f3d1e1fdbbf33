package lint

import (
	"fmt"
)

var _ = register("RG211", "no-bound", "a call has no limit of attempts or time", noBound)

// noBound finds policies that retry for ever.
func noBound(p *pass) []finding {
	if p.compiled.MaxAttempts > 0 || len(p.timeBounds()) > 0 {
		return nil
	}
	return p.about(attemptsParameter, "a call has no limit: neither attempts nor time",
		fmt.Sprintf("write %s or total_timeout", p.name(attemptsParameter)))
}
