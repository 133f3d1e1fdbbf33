package lint

import (
	"fmt"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// bound is a limit on the time of a call, as the runtime applies it.
type bound struct {
	at    schema.Pointer
	name  string
	limit time.Duration
	// waitsOnly is set if it bounds the sum of the waits, and passes is how such
	// a bound meets a wait that is too long.
	waitsOnly bool
	passes    bool
}

// timeBounds returns the bounds of the policy that the spec writes.
func (s *subject) timeBounds() []bound {
	var all []bound
	if total := s.compiled.TotalTimeout; total > 0 {
		all = append(all, bound{at: s.policy.Pointer.Key("total_timeout"), name: "total_timeout", limit: total})
	}
	if b := s.compiled.WaitBudget; b != nil {
		name := "retry_budget"
		if b.Truncate {
			name = "total_timeout"
		}
		all = append(all, bound{at: s.inBlock(name), name: name, limit: b.Limit, waitsOnly: true, passes: b.Truncate})
	}
	return all
}

// rulesOut reports whether a retry cannot start, if the waits before it and
// its own are no shorter than given. A total timeout has to leave time for the
// attempt; a budget of waits may be spent to the end, and one that shortens the
// last wait only has to have something left.
func (b bound) rulesOut(before, wait time.Duration) bool {
	switch {
	case b.passes:
		return before >= b.limit
	case b.waitsOnly:
		return add(before, wait) > b.limit
	default:
		return add(before, wait) >= b.limit
	}
}

// unreachableRetry finds retries that even the fastest call cannot make: its
// attempts fail at once and its waits are the shortest.
func unreachableRetry(s *subject) []finding {
	if s.compiled.MaxAttempts == 0 {
		return nil // so that time alone bounds the call, which is then meant
	}
	for _, b := range s.timeBounds() {
		if n, waits := s.firstRuledOut(b); n > 0 {
			return one(b.at,
				fmt.Sprintf("retry %d of %d can never start: the waits up to it are %v at least, and %s is %v",
					n, s.compiled.MaxAttempts-1, waits, b.name, b.limit),
				fmt.Sprintf("raise %s, or lower %s", b.name, s.name(attemptsKnob)))
		}
	}
	return nil
}

// firstRuledOut returns the first retry that a bound rules out, and the
// shortest sum of the waits up to it, or 0.
func (s *subject) firstRuledOut(b bound) (retry int, waits time.Duration) {
	var before time.Duration
	for n := 1; n <= s.retries(); n++ {
		wait, _ := s.bounds(n)
		if b.rulesOut(before, wait) {
			return n, add(before, wait)
		}
		before = add(before, wait)
	}
	return 0, 0
}

// attemptOutlastsCall finds attempt timeouts that never end an attempt, because
// the call is over by then.
func attemptOutlastsCall(s *subject) []finding {
	total := s.compiled.TotalTimeout
	if total == 0 {
		return nil
	}
	var found []finding
	check := func(at schema.Pointer, timeout time.Duration) {
		if timeout >= total {
			found = append(found, one(at.Key("attempt_timeout"),
				fmt.Sprintf("an attempt may take %v, and the whole call %v: one that hangs leaves no time for a retry", timeout, total),
				"lower attempt_timeout, or raise total_timeout")...)
		}
	}
	check(s.policy.Pointer, s.compiled.AttemptTimeout)
	for _, c := range s.spec.Clients {
		for _, m := range c.Methods {
			if m.Policy == s.policy.Name {
				check(m.Pointer, m.AttemptTimeout)
			}
		}
	}
	return found
}

// worstCall finds calls that the total timeout cuts short, and says where. It
// leaves to the other two rules what is cut from every call, or by one attempt.
func worstCall(s *subject) []finding {
	total := s.compiled.TotalTimeout
	if total == 0 || s.compiled.MaxAttempts <= 1 || s.compiled.AttemptTimeout >= total || len(unreachableRetry(s)) > 0 {
		return nil
	}
	worst, cut := s.worst(total)
	if worst <= total {
		return nil
	}
	what := fmt.Sprintf("%d attempts of %v and the longest waits", s.compiled.MaxAttempts, s.compiled.AttemptTimeout)
	if s.compiled.AttemptTimeout == 0 {
		what = "the longest waits alone"
	}
	return one(s.policy.Pointer.Key("total_timeout"),
		fmt.Sprintf("%s take %s, and total_timeout is %v: %s", what, rounded(worst), total, cut),
		fmt.Sprintf("raise total_timeout, or lower %s, attempt_timeout or the waits", s.name(attemptsKnob)))
}

// worst returns how long the longest call would take without the total
// timeout, and where that cuts it.
func (s *subject) worst(total time.Duration) (worst time.Duration, cut string) {
	attempt := s.compiled.AttemptTimeout
	worst = attempt
	for n := 1; n <= s.retries(); n++ {
		_, wait := s.bounds(n)
		worst = add(worst, wait)
		if cut == "" && worst >= total {
			cut = fmt.Sprintf("retry %d does not start", n)
		}
		worst = add(worst, attempt)
		if cut == "" && worst > total {
			cut = fmt.Sprintf("retry %d is cut short", n)
		}
	}
	rest := s.compiled.MaxAttempts - 1 - s.retries()
	return add(worst, times(rest, attempt)), cut
}

// rounded returns a duration as people say it: to the millisecond, or as "more
// than 292 years" where sums end.
func rounded(d time.Duration) string {
	if d == policy.Unlimited {
		return "more than 292 years"
	}
	if d > time.Second {
		d = d.Round(time.Millisecond)
	}
	return d.String()
}
