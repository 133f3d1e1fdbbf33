package policy

import (
	"math"
	"math/bits"
	"sort"
	"time"

	"github.com/retrygen/retrygen/internal/distribution"
)

// DecorrelatedLimit is the longest First and Cap of Decorrelated for which
// First + 3 × the previous wait is a duration.
const DecorrelatedLimit = Unlimited / 4

// DelayAfter returns the wait after one of the given length under
// Decorrelated, drawn with 64 random bits: uniform between First and First +
// 3 × previous, at most Cap. A previous wait of 0 stands for none, and is taken
// as First; one that is longer than the schedule can wait is cut.
func (s *Schedule) DelayAfter(previous time.Duration, random uint64) time.Duration {
	if previous == 0 {
		previous = s.First
	}
	previous = min(previous, DecorrelatedLimit)
	steps, _ := bits.Mul64(random, 3*uint64(previous)+1)
	return min(distribution.Add(s.First, time.Duration(steps)), s.Cap)
}

func (s *Schedule) longestAfter(previous time.Duration) time.Duration {
	return s.DelayAfter(previous, math.MaxUint64)
}

// longestBefore returns the longest wait before retry n−1, or First before the
// first retry. It triples from retry to retry, so it is soon at the cap.
func (s *Schedule) longestBefore(n int) time.Duration {
	previous := s.First
	for ; n > 1; n-- {
		next := s.longestAfter(previous)
		if next == previous {
			break
		}
		previous = next
	}
	return previous
}

// decorrelatedMeans returns the mean waits before retries 1 to n, or to the
// first retry from which on the mean no longer moves.
func (s *Schedule) decorrelatedMeans(n int) []time.Duration {
	if s.First >= s.Cap || s.First == 0 {
		return []time.Duration{min(s.First, s.Cap)}
	}
	means := s.uncappedMeans(n)
	if len(means) == n {
		return means
	}
	for i, mean := range s.integrate(n) {
		if i >= len(means) {
			means = append(means, time.Duration(math.Round(mean)))
		}
	}
	return means
}

// uncappedMeans follows mean(n) = First + 3/2 × mean(n−1), mean(0) = First, as
// long as the cap is out of reach.
func (s *Schedule) uncappedMeans(n int) []time.Duration {
	var means []time.Duration
	first := float64(s.First)
	for mean, longest := first, s.First; len(means) < n && longest <= (s.Cap-s.First)/3; longest = s.longestAfter(longest) {
		mean = first + 1.5*mean
		means = append(means, time.Duration(math.Round(mean)))
	}
	return means
}

// gridSize is the number of waits at which an expectation is kept. The error
// of the integral falls with its square.
const gridSize = 2048

// integrate returns the mean waits before retries 1 to n. It keeps, for every
// wait of a grid, the expected wait some retries after it, and goes one retry
// further until n are done, or until the expectation no longer moves.
func (s *Schedule) integrate(n int) []float64 {
	grid := newGrid(float64(s.First), float64(s.Cap))
	expected := grid.waits
	var means []float64
	for moved := math.Inf(1); len(means) < n && moved > 1e-10*grid.last(); {
		next := grid.step(expected)
		moved = math.Abs(next[0] - expected[0])
		expected = next
		means = append(means, next[0])
	}
	return means
}

// grid is waits between First and Cap, each the same factor longer than the
// one before: the expectation bends most among the short ones.
type grid struct{ waits []float64 }

func newGrid(first, longest float64) grid {
	waits := make([]float64, gridSize)
	ratio := math.Log(longest / first)
	for i := range waits {
		waits[i] = first * math.Exp(ratio*float64(i)/(gridSize-1))
	}
	waits[gridSize-1] = longest
	return grid{waits}
}

func (g grid) last() float64 { return g.waits[gridSize-1] }

// step returns, for every wait of the grid, the mean of expected over the law
// of the wait that follows it.
func (g grid) step(expected []float64) []float64 {
	integral := g.integral(expected)
	next := make([]float64, gridSize)
	for i, previous := range g.waits {
		end := g.waits[0] + 3*previous
		sum := g.at(integral, expected, min(end, g.last()))
		if end > g.last() {
			sum += (end - g.last()) * expected[gridSize-1]
		}
		next[i] = sum / (3 * previous)
	}
	return next
}

// integral returns the integral of values from First to every wait of the grid.
func (g grid) integral(values []float64) []float64 {
	sums := make([]float64, gridSize)
	for i := 1; i < gridSize; i++ {
		width := g.waits[i] - g.waits[i-1]
		sums[i] = sums[i-1] + width*(values[i]+values[i-1])/2
	}
	return sums
}

// at returns the integral of values from First to wait.
func (g grid) at(integral, values []float64, wait float64) float64 {
	i := min(sort.SearchFloat64s(g.waits, wait), gridSize-1)
	if i == 0 {
		return 0
	}
	width := wait - g.waits[i-1]
	slope := (values[i] - values[i-1]) / (g.waits[i] - g.waits[i-1])
	return integral[i-1] + width*(values[i-1]+slope*width/2)
}
