package distribution

import (
	"cmp"
	"slices"
	"time"
)

// Negligible is a chance that rounding makes as easily as a wait.
const Negligible = 1e-12

// Distribution is how likely every sum of the waits of a call is. [Distribution.Add]
// and then [Distribution.Finish] make one.
type Distribution struct {
	points            []point // by sum
	shortest, longest time.Duration
	errorBound        time.Duration
}

// point is the chance of a sum of waits, or, in a finished [Distribution], of it and all shorter
// ones.
type point struct {
	sum    time.Duration
	chance float64
}

// Add adds a sum and its chance.
func (l *Distribution) Add(sum time.Duration, chance float64) {
	if chance > 0 {
		l.points = append(l.points, point{sum, chance})
	}
}

// Rest adds the calls that make no further retry: every one of them would wait
// past a limit that lies behind all sums.
func (l *Distribution) Rest(f State) {
	f.Leave(-1, l.Add)
}

// Finish orders the sums and makes their chances cumulative.
func (l *Distribution) Finish(shortest, longest, errorBound time.Duration) *Distribution {
	l.shortest, l.longest, l.errorBound = shortest, longest, min(errorBound, longest-shortest)
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
// shorter than the shortest sum, or longer than the longest.
func (l *Distribution) Quantile(q float64) time.Duration {
	i, _ := slices.BinarySearchFunc(l.points, q-Negligible*10, func(p point, q float64) int {
		return cmp.Compare(p.chance, q)
	})
	sum := l.points[min(i, len(l.points)-1)].sum
	return min(max(sum, l.shortest), l.longest)
}

// ErrorBound bounds how far the distribution is from the true one: there is a way to pair
// their calls so that no two totals differ by more, as long as no limit ends
// the one and not the other. It is 0 for an exact one. Quantiles are closer by
// far, because what a wait is off has the mean 0.
func (l *Distribution) ErrorBound() time.Duration { return l.errorBound }

// UpTo returns the chance of a total of at most limit.
func (l *Distribution) UpTo(limit time.Duration) float64 {
	chance := 0.0
	for _, p := range l.points {
		if p.sum <= limit {
			chance = p.chance
		}
	}
	return chance
}
