package effect

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// policy compares two policies; their names may differ.
func (l *list) policy(before, after *policy.Policy) {
	l.attempts(before.MaxAttempts, after.MaxAttempts)
	l.errors(before, after)
	l.backoff(before, after)
	if (before.Throttling != nil || after.Throttling != nil) && before.BackoffFunc == nil && after.BackoffFunc == nil {
		l.waits("after throttling: ", throttled(before), throttled(after))
	}
	l.bound("attempt timeout", before.AttemptTimeout, after.AttemptTimeout)
	l.bound("total timeout", before.TotalTimeout, after.TotalTimeout)
	l.budget(before.WaitBudget, after.WaitBudget)
	l.hint(before.Hint, after.Hint)
	l.guards(before, after)
	if was, is := giveUp(before.OnFailure), giveUp(after.OnFailure); was != is {
		l.add(Notable, "on failure", was, is)
	}
	l.settings(*before, *after, "Name", "Description", "Dialect", "System", "Origin", "Fidelity", "MaxAttempts", "AttemptTimeout",
		"TotalTimeout", "Backoff", "BackoffFunc", "Throttling", "WaitBudget", "Hint", "Stop", "Retry", "Otherwise", "OnFailure", "Quota", "Breaker", "NestedOnce",
		"AllowedMethods", "Notes")
	l.words("dialect", before.Dialect, after.Dialect)
	l.words("fidelity", string(before.Fidelity), string(after.Fidelity))
	l.words("description", before.Description, after.Description)
}

// giveUp says what a call does when it gives up. Dialects without a word for
// it stop.
func giveUp(f schema.OnFailure) string {
	if f.Action == "" {
		f.Action = "stop"
	}
	return strings.TrimSpace(f.Action + " " + f.Command)
}

// words compares what only people read.
func (l *list) words(aspect, before, after string) {
	if before != after {
		l.add(Cosmetic, aspect, before, after)
	}
}

func (l *list) attempts(before, after int) {
	switch {
	case limit(after) > limit(before):
		l.add(Breaking, "attempts", attempts(before), attempts(after))
	case limit(after) < limit(before):
		l.add(Notable, "attempts", attempts(before), attempts(after))
	}
}

// limit returns a bound of attempts as a number to compare.
func limit(maxAttempts int) int {
	if maxAttempts == 0 {
		return math.MaxInt
	}
	return maxAttempts
}

func attempts(maxAttempts int) string {
	if maxAttempts == 0 {
		return "unlimited"
	}
	return fmt.Sprint(maxAttempts)
}

// bound compares a limit that is off when it is zero.
func (l *list) bound(aspect string, before, after time.Duration) {
	switch {
	case before == after:
		return
	case after == 0:
		l.add(Breaking, aspect, before.String(), "none")
	case before == 0:
		l.add(Notable, aspect, "none", after.String())
	default:
		l.add(Notable, aspect, before.String(), after.String())
	}
}

func (l *list) budget(before, after *policy.WaitBudget) {
	was, is := budgetText(before), budgetText(after)
	switch {
	case was == is:
		return
	case after == nil:
		l.add(Breaking, "wait budget", was, is)
	default:
		l.add(Notable, "wait budget", was, is)
	}
}

func budgetText(b *policy.WaitBudget) string {
	switch {
	case b == nil:
		return "none"
	case b.Truncate:
		return b.Limit.String() + ", shortens the last wait"
	default:
		return b.Limit.String()
	}
}

// hint compares what is made of a delay that an error asks for. To ignore it
// puts load on who asked for less, and without a bound it can hold up a call.
func (l *list) hint(before, after policy.Hint) {
	if before == after {
		return
	}
	ignored := after.Mode == policy.HintIgnored && before.Mode != policy.HintIgnored
	unbounded := before.Max > 0 && after.Max == 0 && after.Mode != policy.HintIgnored
	severity := Notable
	if ignored || unbounded {
		severity = Breaking
	}
	l.add(severity, "requested delay", before.String(), after.String())
}
