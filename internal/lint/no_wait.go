package lint

import (
	"fmt"
)

var _ = register("RG216", "no-wait", "several retries follow each other without a wait", noWait)

// noWait finds retries that hammer: two or more without any wait.
func noWait(p *pass) []finding {
	if p.compiled.BackoffFunc != nil || p.retries() < 2 || p.longest() > 0 {
		return nil
	}
	attempts := "attempts follow each other without end"
	if p.compiled.MaxAttempts > 0 {
		attempts = fmt.Sprintf("%d attempts follow each other", p.compiled.MaxAttempts)
	}
	return p.about(firstParameter, attempts+" without any wait", fmt.Sprintf("write %s", p.name(firstParameter)))
}
