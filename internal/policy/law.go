package policy

import (
	"cmp"
	"slices"
	"time"
)

// negligible is a chance that rounding makes as easily as a law.
const negligible = 1e-12

// Law is how likely every sum of the waits of a call is.
type Law struct {
	points            []point // by sum
	shortest, longest time.Duration
	drift             time.Duration
}

// point is the chance of a sum of waits, or, in a [Law], of it and all shorter
// ones.
type point struct {
	sum    time.Duration
	chance float64
}

// TotalLaw returns the law of the total that [Policy.Total] bounds: the waits of
// a call that fails until it gives up, over the first retries that the policy
// allows, at most as many as given. TotalTimeout counts as if the attempts took
// no time.
//
// Laws are convolved on a grid. They are exact as long as the sums have no more
// than about 4,000 to 65,000 possible lengths, always so without jitter; see
// [Law.Drift].
func (p *Policy) TotalLaw(retries int) *Law {
	if p.MaxAttempts > 0 {
		retries = min(retries, p.MaxAttempts-1)
	}
	l := p.limits(0)
	front := p.Backoff.newFront(retries, l.longest())
	law := &Law{}
	full := 0.0 // the chance of calls that have used up the budget
	for n := 1; n <= retries; n++ {
		law.add(l.soft, full)
		full = 0
		front.step(n)
		if hard := l.hard(n); hard < l.soft {
			front.leave(hard, law.add)
		} else if l.soft < Unlimited {
			full = front.past(l.soft - 1)
		}
		front.move(l.open(n))
		if front.within(Unlimited)+full < negligible {
			break
		}
	}
	law.add(l.soft, full)
	law.rest(front)
	law.shortest, _, law.longest = p.Total(retries)
	law.drift = min(front.drift(), law.longest-law.shortest)
	return law.sorted()
}

func (l *Law) add(sum time.Duration, chance float64) {
	if chance > 0 {
		l.points = append(l.points, point{sum, chance})
	}
}

// rest adds the calls that make no further retry: every one of them would wait
// past a limit that lies behind all sums.
func (l *Law) rest(f front) {
	f.leave(-1, l.add)
}

// sorted orders the points and makes their chances those of all sums so far.
func (l *Law) sorted() *Law {
	slices.SortFunc(l.points, func(a, b point) int { return cmp.Compare(a.sum, b.sum) })
	total := 0.0
	for i := range l.points {
		total += l.points[i].chance
		l.points[i].chance = total
	}
	return l
}

// Quantile returns the shortest total that is not passed with probability q,
// from 0 to 1: nine calls of ten wait no longer than Quantile(0.9). It is never
// outside what [Policy.Total] returns.
func (l *Law) Quantile(q float64) time.Duration {
	i, _ := slices.BinarySearchFunc(l.points, q-negligible*10, func(p point, q float64) int {
		return cmp.Compare(p.chance, q)
	})
	sum := l.points[min(i, len(l.points)-1)].sum
	return min(max(sum, l.shortest), l.longest)
}

// Drift bounds how far the law is from the true one: there is a way to pair
// their calls so that no two totals differ by more, as long as no limit ends
// the one and not the other. It is 0 for an exact law. Quantiles are closer by
// far, because what a wait is off has the mean 0.
func (l *Law) Drift() time.Duration { return l.drift }
