package policy

import (
	"math"
	"slices"
	"time"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// prodigy compiles Prodigy's retry_config: attempts counts executions, the wait
// is cut to max_delay and then spread by jitter.
func (p *Policy) prodigy(d *schema.Prodigy) {
	p.attempts(d.Attempts)
	p.note("Prodigy documents that attempts counts retries, but its code counts the first attempt too; every policy follows the code")
	p.Backoff = Schedule{
		First:    d.InitialDelay,
		Rounding: Nearest,
		Cap:      d.MaxDelay,
		Unit:     time.Nanosecond,
	}
	p.prodigyGrowth(d.Backoff)
	if d.Jitter {
		p.prodigyJitter(d.JitterFactor)
	}
	if d.RetryBudget != nil {
		p.WaitBudget = &WaitBudget{Limit: *d.RetryBudget}
	}
	p.prodigyErrors(d.RetryOn)
	p.OnFailure = d.OnFailure
}

func (p *Policy) prodigyGrowth(b schema.ProdigyBackoff) {
	s := &p.Backoff
	switch b.Kind {
	case "linear":
		s.Growth, s.Step = Linear, b.Increment
	case "exponential":
		s.Growth, s.Factor = Exponential, b.Base
		p.notePanic(exponentialPanic(s.First, b.Base))
	case "fibonacci":
		s.Growth = Fibonacci
		p.notePanic(fibonacciPanic)
	case "custom":
		s.Growth, s.Waits = List, slices.Clone(b.Delays)
		if len(b.Delays) > 0 && slices.Max(b.Delays) > s.Cap {
			p.note("max_delay cuts the custom delays that are longer, to %s", s.Cap)
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
	if n > maxAttempts {
		return 0
	}
	return max(int(n), 2)
}

func (p *Policy) notePanic(retry int) {
	if retry > 0 && retry < p.MaxAttempts {
		p.note("Prodigy's code fails to compute the wait of retry %d; here it stays at max_delay", retry)
	}
}

// Prodigy's default jitter factors, by fidelity.
const (
	documentedFactor  = 0.25
	implementedFactor = 0.3
)

// prodigyJitter spreads by the whole factor, as documented, or by half of it.
func (p *Policy) prodigyJitter(given *float64) {
	factor := implementedFactor
	if p.documented() {
		factor = documentedFactor
	}
	if given == nil {
		p.differ("a default jitter_factor of 0.25", "has 0.3")
	} else {
		factor = *given
	}
	p.differ("jitter of the wait ± jitter_factor", "spreads it by ± half of that")
	if !p.documented() {
		factor /= 2
	}
	p.spread(factor)
}

// spread sets the law, and lowers the cap if the longest spread would overflow.
func (p *Policy) spread(amount float64) {
	s := &p.Backoff
	if amount == 0 {
		return
	}
	s.Jitter, s.Amount = Around, min(amount, math.MaxFloat64)
	if limit := aroundLimit(s.Amount); s.Cap > limit {
		s.Cap = limit
		p.note("waits end at %s, so that their jitter is no longer than a duration can be", limit)
	}
	p.note("jitter is drawn after max_delay, so that a wait can be as long as %s", s.Cap+s.spread(s.Cap))
}

// aroundLimit returns the longest wait for which neither wait + spread nor
// 2 × spread overflows. The margin is for the rounding of float64.
func aroundLimit(amount float64) time.Duration {
	const margin = 1 - 1e-9
	return seconds(Unlimited.Seconds() * margin / max(1+amount, 2*amount))
}

func (p *Policy) prodigyErrors(matchers []matcher.Matcher) {
	if len(matchers) == 0 {
		p.Otherwise = RetryAll
		return
	}
	p.Otherwise = StopAll
	p.Retry = slices.Clone(matchers)
	if slices.ContainsFunc(matchers, isBuiltIn) {
		p.differ("retry_on matchers by the kind of error", "looks for substrings of its text")
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
