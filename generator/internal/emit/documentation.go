package emit

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/policy"
)

// policyDoc returns the documentation of a policy's constructor: what it is for, its
// limits, and its waits.
func policyDoc(p *model.Policy) []string {
	first := fmt.Sprintf("%s returns policy %s, in the words of %s.", p.FuncName, p.Name, p.System)
	doc := []string{first}
	if description := model.Plain(p.Description); description != "" {
		if !strings.ContainsAny(description[len(description)-1:], ".!?:;)") {
			description += "."
		}
		doc = []string{fmt.Sprintf("%s returns policy %s: %s", p.FuncName, p.Name, description)}
	}
	doc = append(doc, limitsText(p))
	if p.BackoffFunc != nil {
		doc = append(doc, ownWaitsText(p))
	}
	if table := waitTable(p); table != "" {
		doc = append(doc, "The waits between the attempts are:", table)
	}
	if retries := p.MaxAttempts - 1; retries > 1 && retries <= sumRows {
		if _, _, longest := p.Total(retries); longest > 0 && longest < policy.Unlimited {
			doc = append(doc, fmt.Sprintf("Together they take at most %s.", model.Duration(longest)))
		}
	}
	return doc
}

// ownWaitsText returns a sentence about the function of the user's that computes
// the waits.
func ownWaitsText(p *model.Policy) string {
	text := fmt.Sprintf("%s returns the waits between the attempts", p.BackoffFunc.Short())
	if p.Backoff.Cap < policy.Unlimited {
		text += fmt.Sprintf(", which are cut to %s", model.Duration(p.Backoff.Cap))
	}
	return text + "."
}

// sumRows is the greatest number of waits whose sum the documentation gives.
const sumRows = 100

// limitsText returns a sentence about how often and how long a call tries.
func limitsText(p *model.Policy) string {
	var b strings.Builder
	switch p.MaxAttempts {
	case 0:
		b.WriteString("A call makes attempts without limit")
	case 1:
		b.WriteString("A call makes one attempt")
	default:
		fmt.Fprintf(&b, "A call makes at most %d attempts", p.MaxAttempts)
	}
	if p.AttemptTimeout > 0 {
		fmt.Fprintf(&b, ", of at most %s each", model.Duration(p.AttemptTimeout))
	}
	if p.TotalTimeout > 0 {
		fmt.Fprintf(&b, ", within %s in all", model.Duration(p.TotalTimeout))
	}
	switch {
	case p.WaitBudget != nil && p.WaitBudget.Limit == 0:
		b.WriteString(", and none after a wait")
	case p.WaitBudget != nil:
		fmt.Fprintf(&b, ", and waits at most %s in all", model.Duration(p.WaitBudget.Limit))
	}
	if p.NestedOnce {
		b.WriteString(", or one inside an attempt of another call")
	}
	return b.String() + "." + guardText(p)
}

// guardText returns the sentences about the quota and the circuit breaker.
func guardText(p *model.Policy) string {
	var b strings.Builder
	if q := p.Quota; q != nil && q.Ratio {
		fmt.Fprintf(&b, " No retry is made while half of %d tokens are gone; a failure takes one.", q.Capacity)
	} else if q != nil {
		fmt.Fprintf(&b, " A retry costs %d tokens of a quota of %d.", q.RetryCost, q.Capacity)
	}
	if c := p.Breaker; c != nil {
		fmt.Fprintf(&b, " After %d failures in a row the circuit breaker stops calls for %s.", c.FailureThreshold, model.Duration(c.RecoveryTimeout))
	}
	return b.String()
}

// tableRows is the number of waits that the documentation of a policy lists.
const tableRows = 8

// waitTable returns the bounds of the first waits, one on each line.
func waitTable(p *model.Policy) string {
	retries := p.MaxAttempts - 1
	if p.MaxAttempts == 0 {
		retries = tableRows + 1
	}
	if retries < 1 || isZero(&p.Backoff) {
		return ""
	}
	var lines []string
	for n := 1; n <= min(retries, tableRows); n++ {
		lines = append(lines, fmt.Sprintf("\tretry %d  %s", n, boundsText(&p.Backoff, n)))
	}
	switch {
	case retries == tableRows+1 && p.MaxAttempts > 0:
		lines = append(lines, fmt.Sprintf("\tretry %d  %s", retries, boundsText(&p.Backoff, retries)))
	case retries > tableRows:
		lines = append(lines, "\t…")
	}
	return strings.Join(lines, "\n")
}

// boundsText returns the shortest and the longest wait before retry n.
func boundsText(s *policy.Schedule, n int) string {
	shortest, longest := s.Bounds(n)
	if shortest == longest {
		return model.Duration(shortest)
	}
	return model.Duration(shortest) + " to " + model.Duration(longest)
}

// delayDoc returns the documentation of the function that draws the waits.
func delayDoc(p *model.Policy) []string {
	return []string{scheduleText(p.DelayName, &p.Backoff, "policy "+p.Name)}
}

// throttlingDoc returns the documentation of the function that draws the waits
// after throttling errors.
func throttlingDoc(p *model.Policy) []string {
	return []string{scheduleText(p.ThrottlingName, p.Throttling, "policy "+p.Name+" after a throttling error")}
}

// scheduleText returns a sentence with the formula of a schedule.
func scheduleText(name string, s *policy.Schedule, owner string) string {
	wait, which := growthText(s), "before retry n"
	if s.Growth == policy.Constant {
		which = "before every retry"
	}
	capText := ""
	if s.Cap < policy.Unlimited && (s.Growth != policy.Constant || s.CapAfterJitter && s.First > s.Cap) {
		capText = ", at most " + model.Duration(s.Cap)
	}
	if s.Jitter == policy.NoJitter {
		return fmt.Sprintf("%s returns the wait %s under %s: %s%s.", name, which, owner, wait, capText)
	}
	if s.Jitter == policy.Decorrelated {
		return fmt.Sprintf("%s draws the next wait under %s: uniform from %s to %s + 3 × the previous wait%s.",
			name, owner, model.Duration(s.First), model.Duration(s.First), capText)
	}
	if !s.CapAfterJitter && capText != "" {
		wait = fmt.Sprintf("w = %s%s", wait, capText)
		return fmt.Sprintf("%s draws the wait %s under %s: %s for %s.", name, which, owner, lawText(s, "w"), wait)
	}
	return fmt.Sprintf("%s draws the wait %s under %s: %s%s.", name, which, owner, lawText(s, wait), capText)
}

// lawText returns the range of a draw from a wait.
func lawText(s *policy.Schedule, wait string) string {
	switch s.Jitter {
	case policy.Full:
		return "uniform from zero to " + wait
	case policy.Equal:
		return fmt.Sprintf("uniform from half of %s to the whole", wait)
	case policy.Around:
		law := fmt.Sprintf("uniform within ±%s%% of %s", percent(s.Amount), wait)
		if s.Amount > 1 {
			law += ", but not below zero,"
		}
		return law
	default:
		return fmt.Sprintf("uniform from %s%% to 100%% of %s", percent(1-s.Amount), wait)
	}
}

// percent returns a share as a percentage without needless digits.
func percent(share float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", share*100), "0"), ".")
}

// growthText returns the formula of the wait before jitter and cap.
func growthText(s *policy.Schedule) string {
	first := model.Duration(s.First)
	switch s.Growth {
	case policy.Linear:
		if s.First == s.Step {
			return first + " × n"
		}
		return fmt.Sprintf("%s + %s × (n−1)", first, model.Duration(s.Step))
	case policy.Exponential:
		return fmt.Sprintf("%s × %v^(n−1)", first, s.Factor)
	case policy.Fibonacci:
		return fmt.Sprintf("%s × the n-th Fibonacci number", first)
	case policy.List:
		return listText(s)
	default:
		if s.CapAfterJitter {
			return first
		}
		return model.Duration(min(s.First, s.Cap))
	}
}

// listText returns the waits of a list.
func listText(s *policy.Schedule) string {
	var b strings.Builder
	for _, wait := range s.Waits {
		b.WriteString(model.Duration(wait) + ", ")
	}
	return b.String() + "then " + model.Duration(s.Cap)
}
