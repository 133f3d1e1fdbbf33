package lint

import (
	"fmt"
	"time"
)

var _ = register("RG217", "worst-call", "the longest call takes more time than total_timeout allows", worstCall)

// worstCall finds calls that the total timeout cuts short, and says where. It
// leaves to the other two rules what is cut from every call, or by one attempt.
func worstCall(p *pass) []finding {
	total := p.compiled.TotalTimeout
	if total == 0 || p.compiled.MaxAttempts <= 1 || p.compiled.AttemptTimeout >= total || len(unreachableRetry(p)) > 0 {
		return nil
	}
	worst, cut := p.worst(total)
	if worst <= total {
		return nil
	}
	what := fmt.Sprintf("%d attempts of %v and the longest waits", p.compiled.MaxAttempts, p.compiled.AttemptTimeout)
	if p.compiled.AttemptTimeout == 0 {
		what = "the longest waits alone"
	}
	return one(p.policy.Pointer.Key("total_timeout"),
		fmt.Sprintf("%s take %s, and total_timeout is %v: %s", what, rounded(worst), total, cut),
		fmt.Sprintf("raise total_timeout, or lower %s, attempt_timeout or the waits", p.name(attemptsParameter)))
}

// worst returns how long the longest call would take without the total
// timeout, and where that cuts it.
func (p *pass) worst(total time.Duration) (worst time.Duration, cut string) {
	attempt := p.compiled.AttemptTimeout
	worst = attempt
	for n := 1; n <= p.retries(); n++ {
		_, wait := p.bounds(n)
		worst = add(worst, wait)
		if cut == "" && worst >= total {
			cut = fmt.Sprintf("retry %d does not start", n)
		}
		worst = add(worst, attempt)
		if cut == "" && worst > total {
			cut = fmt.Sprintf("retry %d is cut short", n)
		}
	}
	rest := p.compiled.MaxAttempts - 1 - p.retries()
	return add(worst, times(rest, attempt)), cut
}
