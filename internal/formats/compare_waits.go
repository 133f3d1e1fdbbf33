package formats

import (
	"fmt"
	"math"
	"time"

	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

// maxCompared bounds the retries whose waits are compared.
const maxCompared = 256

// waits compares the waits, before every retry that both policies can make.
func (c *comparison) waits() {
	if f := c.original.BackoffFunc; f != nil {
		c.lose(foreign.L18, "the waits of the Go function %s become %s each", f, min(unknownWait, c.original.Backoff.Cap))
		return
	}
	c.Retries = foreign.RetriesOf(c.original, foreign.RetriesOf(c.read, maxCompared))
	before, after := &c.original.Backoff, &c.read.Backoff
	c.apart(before, after)
	if throttling := c.original.Throttling; throttling != nil {
		perWait := c.PerWait
		c.apart(throttling, after)
		if c.PerWait > perWait {
			c.lose(foreign.L18, "the backoff after throttling, from %s on, becomes the backoff after other errors", throttling.First)
		}
	}
	if c.PerWait == 0 {
		return
	}
	c.explainWaits(before, after)
}

// apart adds how far the waits of two schedules are apart.
func (c *comparison) apart(before, after *policy.Schedule) {
	var sum time.Duration
	for n := 1; n <= c.Retries; n++ {
		d := distance(before, after, n)
		c.PerWait = max(c.PerWait, d)
		if sum > policy.Unlimited-d {
			d = policy.Unlimited - sum
		}
		sum += d
	}
	c.Total = max(c.Total, sum)
}

// distance returns how far the waits before retry n can be apart in two
// schedules that draw with the same luck. Both are pieces of straight lines
// over the luck: they are farthest apart at an end or at a bend.
func distance(a, b *policy.Schedule, n int) time.Duration {
	var most time.Duration
	for _, luck := range append(bends(a, n), bends(b, n)...) {
		most = max(most, difference(a.Delay(n, luck), b.Delay(n, luck)))
	}
	if a.Unit != b.Unit && most > 0 && a.Jitter != policy.NoJitter && b.Jitter != policy.NoJitter {
		most += max(a.Unit, b.Unit) // a draw in steps lags behind a smooth one
	}
	return most
}

func difference(a, b time.Duration) time.Duration {
	if a < b {
		return b - a
	}
	return a - b
}

// bends returns the luck at which the line of a draw begins, bends and ends: it
// may lie flat at the shortest wait, and at the longest, where it is cut.
func bends(s *policy.Schedule, n int) []uint64 {
	if s.Jitter == policy.NoJitter {
		return []uint64{0, math.MaxUint64}
	}
	low, high := s.Delay(n, 0), s.Delay(n, math.MaxUint64)
	top := firstLuck(func(luck uint64) bool { return s.Delay(n, luck) >= high })
	bottom := firstLuck(func(luck uint64) bool { return s.Delay(n, luck) > low })
	return []uint64{0, max(bottom, 1) - 1, bottom, max(top, 1) - 1, top, math.MaxUint64}
}

// firstLuck returns the least luck that is enough.
func firstLuck(isEnough func(uint64) bool) uint64 {
	least, most := uint64(0), uint64(math.MaxUint64)
	for least < most {
		middle := least + (most-least)/2
		if isEnough(middle) {
			most = middle
		} else {
			least = middle + 1
		}
	}
	return least
}

// explainWaits says why the waits are apart.
func (c *comparison) explainWaits(before, after *policy.Schedule) {
	lowBefore, highBefore := foreign.DrawOf(before)
	lowAfter, highAfter := foreign.DrawOf(after)
	isSameDraw := math.Abs(lowBefore/highBefore-lowAfter/highAfter) < 1e-6 && before.Jitter != policy.Decorrelated
	if !isSameDraw {
		c.lose(foreign.L05, "jitter of %s becomes %s; the mean of all waits, %s, becomes %s", draw(before), draw(after),
			c.mean(c.original), c.mean(c.read))
	}
	if before.Jitter != policy.NoJitter && isSameDraw {
		c.explainDraw(before, after)
	}
	c.explainGrowth(before, after)
}

// explainDraw says of two draws of the same part of the wait what else is
// different.
func (c *comparison) explainDraw(before, after *policy.Schedule) {
	switch {
	case before.CapAfterJitter != after.CapAfterJitter && before.Cap < policy.Unlimited:
		order := map[bool]string{true: "after", false: "before"}
		c.lose(foreign.L06, "the cap of %s is applied %s the draw, and no longer %s it", before.Cap,
			order[after.CapAfterJitter], order[before.CapAfterJitter])
	case before.Unit != after.Unit:
		c.lose(foreign.L02, "waits are drawn in steps of %s, and no longer of %s", after.Unit, before.Unit)
	}
}

// explainGrowth distinguishes rounding from another growth.
func (c *comparison) explainGrowth(before, after *policy.Schedule) {
	const rounded = 0.5 // of a wait, by which whole units change a short one
	worst, at := 0.0, 0
	for n := 1; n <= c.Retries; n++ {
		a, b := middleOf(before, n), middleOf(after, n)
		if off := math.Abs(a-b) / max(a, b, 1); off > worst {
			worst, at = off, n
		}
	}
	isShape := before.Growth != after.Growth && !isFlat(before, after) || before.Growth == policy.Exponential && before.Factor != after.Factor ||
		before.Jitter == policy.Decorrelated
	switch {
	case worst < 1e-12:
	case isShape || worst > rounded:
		c.lose(foreign.L18, "the waits grow otherwise: %s becomes %s, most so before retry %d, by %.3g %% of the wait",
			growth(before), growth(after), at, 100*worst)
	default:
		c.lose(foreign.L02, "the wait before retry %d is rounded, by %.3g %%", at, 100*worst)
	}
}

// isFlat reports whether neither of two schedules grows.
func isFlat(a, b *policy.Schedule) bool {
	flat := func(s *policy.Schedule) bool {
		return s.Growth == policy.Constant || s.Growth == policy.Exponential && s.Factor == 1 || s.Growth == policy.Linear && s.Step == 0
	}
	return flat(a) && flat(b)
}

// middleOf returns the wait before retry n in the middle of the draw.
func middleOf(s *policy.Schedule, n int) float64 {
	shortest, longest := s.Bounds(n)
	return (float64(shortest) + float64(longest)) / 2
}

// mean returns the mean of all waits that were compared.
func (c *comparison) mean(p *policy.Policy) time.Duration {
	unbound := *p
	unbound.WaitBudget, unbound.TotalTimeout = nil, 0
	_, mean, _ := unbound.Total(min(c.Retries, foreign.Fitted))
	return mean
}

func draw(s *policy.Schedule) string {
	if s.Jitter == policy.NoJitter {
		return "none"
	}
	if s.Jitter == policy.Decorrelated {
		return "decorrelated waits"
	}
	low, high := foreign.DrawOf(s)
	return fmt.Sprintf("%.3g to %.3g of the wait", max(low, 0), high)
}

func growth(s *policy.Schedule) string {
	switch s.Growth {
	case policy.Linear:
		return fmt.Sprintf("%s and %s more each time", s.First, s.Step)
	case policy.Exponential:
		return fmt.Sprintf("%s × %g each time", s.First, s.Factor)
	case policy.Fibonacci:
		return fmt.Sprintf("%s × Fibonacci", s.First)
	case policy.List:
		return fmt.Sprintf("a list of %d waits", len(s.Waits))
	default:
		return fmt.Sprintf("%s each time", s.First)
	}
}
