package policy

import (
	"time"

	"github.com/retrygen/retrygen/internal/distribution"
)

// TotalDistribution returns the distribution of the total that [Policy.Total] bounds: the waits of
// a call that fails until it gives up, over the first retries that the policy
// allows, at most as many as given. TotalTimeout counts as if the attempts took
// no time.
//
// Distributions are convolved on a grid. They are exact as long as the sums have no more
// than about 4,000 to 65,000 possible lengths, always so without jitter; see
// [distribution.Distribution.ErrorBound].
func (p *Policy) TotalDistribution(retries int) *distribution.Distribution {
	if p.MaxAttempts > 0 {
		retries = min(retries, p.MaxAttempts-1)
	}
	l := p.limits(0)
	state := p.Backoff.newState(retries, l.longest())
	sums := new(distribution.Distribution)
	full := 0.0 // the chance of calls that have used up the budget
	for n := 1; n <= retries; n++ {
		sums.Add(l.soft, full)
		full = 0
		state.Step(n)
		if hard := l.hard(n); hard < l.soft {
			state.Leave(hard, sums.Add)
		} else if l.soft < Unlimited {
			full = state.Past(l.soft - 1)
		}
		state.Move(l.open(n))
		if state.Within(Unlimited)+full < distribution.Negligible {
			break
		}
	}
	sums.Add(l.soft, full)
	sums.Rest(state)
	shortest, _, longest := p.Total(retries)
	return sums.Finish(shortest, longest, state.ErrorBound())
}

// newState returns the state of a call that has not waited yet, fit for so many
// retries and for sums up to longest.
func (s *Schedule) newState(retries int, longest time.Duration) distribution.State {
	spread := time.Duration(0)
	for n := 1; n <= retries && spread < longest; n++ {
		low, high := s.Bounds(n)
		spread = distribution.Add(spread, high-low)
	}
	spread = min(spread, longest)
	if s.Jitter == Decorrelated {
		return s.chain(distribution.WidthFor(spread, 1, distribution.ChainPlaces), spread)
	}
	return s.walk(distribution.WidthFor(spread, s.unit(), distribution.Places(retries)))
}

// unit returns the step between two possible waits.
func (s *Schedule) unit() time.Duration {
	if s.Jitter == Full || s.Jitter == Equal {
		return s.draw(0).scale
	}
	return 1
}

// walk returns the state of waits that do not depend on each other.
func (s *Schedule) walk(width time.Duration) distribution.State {
	return distribution.NewWalk(func(n int) ([]distribution.Run, time.Duration) {
		d := s.draw(s.Wait(n))
		return d.runs(), d.wait(d.low)
	}, width)
}

// chain returns the state of decorrelated waits.
func (s *Schedule) chain(width, span time.Duration) distribution.State {
	after := func(previous time.Duration) []distribution.Run {
		d := draw{
			low: int64(s.First), high: int64(s.First) + 3*int64(previous),
			divisor: 1, scale: 1, ceiling: s.Cap,
		}
		return d.runs()
	}
	return distribution.NewChain(after, s.First, min(s.First, s.Cap), s.Cap, width, span)
}
