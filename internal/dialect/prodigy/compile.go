package prodigy

import (
	"math"
	"slices"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// Compile compiles Prodigy's retry_config: attempts counts executions, the wait
// is cut to max_delay and then spread by jitter.
func (d *Policy) Compile(p *policy.Policy, at finding.Pointer) {
	p.SetAttempts(d.Attempts)
	p.NoteSystem("Prodigy documents that attempts counts retries, but its code counts the first attempt too; every policy follows the code")
	p.Backoff = policy.Schedule{
		First:    d.InitialDelay,
		Rounding: policy.Nearest,
		Cap:      d.MaxDelay,
		Unit:     time.Nanosecond,
	}
	setGrowth(p, d.Backoff)
	p.CapHint()
	if d.Jitter {
		setJitter(p, d.JitterFactor)
	}
	if d.RetryBudget != nil {
		p.WaitBudget = &policy.WaitBudget{Limit: *d.RetryBudget}
	}
	setErrors(p, d.RetryOn)
	p.OnFailure = d.OnFailure
}

func setGrowth(p *policy.Policy, b Backoff) {
	s := &p.Backoff
	switch b.Kind {
	case "linear":
		s.Growth, s.Step = policy.Linear, b.Increment
	case "exponential":
		s.Growth, s.Factor = policy.Exponential, b.Base
		notePanic(p, exponentialPanic(s.First, b.Base))
	case "fibonacci":
		s.Growth = policy.Fibonacci
		notePanic(p, fibonacciPanic)
	case "custom":
		s.Growth, s.Waits = policy.List, slices.Clone(b.Delays)
		if len(b.Delays) > 0 && slices.Max(b.Delays) > s.Cap {
			p.NoteWaits("max_delay cuts the custom delays that are longer, to %s", s.Cap)
		}
	}
}

// fibonacciPanic is the first retry whose Fibonacci number overflows the 32
// bits that Prodigy has for it.
const fibonacciPanic = 48

// exponentialPanic returns the first retry whose wait overflows the 64 bits of
// seconds that Prodigy has for it, or 0 if there is none.
func exponentialPanic(first time.Duration, base float64) int {
	if first <= 0 || base <= 1 {
		return 0
	}
	doublings := 64 - math.Log2(first.Seconds())
	n := math.Ceil(doublings/math.Log2(base)) + 1
	if n > policy.MaxAttempts {
		return 0
	}
	return max(int(n), 2)
}

func notePanic(p *policy.Policy, retry int) {
	if retry > 0 && retry < p.MaxAttempts {
		p.NoteWaits("Prodigy's code fails to compute the wait of retry %d; here it stays at max_delay", retry)
	}
}

// Prodigy's default jitter factors, by fidelity.
const (
	documentedFactor  = 0.25
	implementedFactor = 0.3
)

// setJitter spreads by the whole factor, as documented, or by half of it.
func setJitter(p *policy.Policy, given *float64) {
	factor := implementedFactor
	if p.IsDocumented() {
		factor = documentedFactor
	}
	if given == nil {
		p.DifferInWaits("a default jitter_factor of 0.25", "has 0.3")
	} else {
		factor = *given
	}
	p.DifferInWaits("jitter of the wait ± jitter_factor", "spreads it by ± half of that")
	if !p.IsDocumented() {
		factor /= 2
	}
	spread(p, factor)
}

// spread sets the law, and lowers the cap if the longest spread would overflow.
func spread(p *policy.Policy, amount float64) {
	s := &p.Backoff
	if amount == 0 {
		return
	}
	s.Jitter, s.Amount = policy.Around, min(amount, math.MaxFloat64)
	if limit := policy.AroundLimit(s.Amount); s.Cap > limit {
		s.Cap = limit
		p.Note("waits end at %s, so that their jitter is no longer than a duration can be", limit)
	}
	p.NoteWaits("jitter is drawn after max_delay, so that a wait can be as long as %s", s.Cap+s.Spread(s.Cap))
}

func setErrors(p *policy.Policy, matchers []matcher.Matcher) {
	if len(matchers) == 0 {
		p.Otherwise = policy.RetryAll
		return
	}
	p.Otherwise = policy.StopAll
	p.Retry = slices.Clone(matchers)
	if slices.ContainsFunc(matchers, isBuiltIn) {
		p.Differ("retry_on matchers by the kind of error", "looks for substrings of its text")
	}
}

// isBuiltIn reports whether m is one of Prodigy's own matchers, which are
// classes as documented, and texts in any case as implemented.
func isBuiltIn(m matcher.Matcher) bool {
	switch m := m.(type) {
	case matcher.Class:
		return true
	case matcher.Pattern:
		return m.Fold
	default:
		return false
	}
}
