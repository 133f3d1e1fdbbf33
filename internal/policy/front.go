package policy

import "time"

// front is where the calls are that still go on after some retries: the chance
// of every sum of waits. Step says what the next wait is; until move, the front
// answers where it would lead.
type front interface {
	// step prepares the wait before retry number n.
	step(n int)
	// past returns the chance of the sums that would be longer than limit.
	past(limit time.Duration) float64
	// leave visits the present sums, with the chance of those calls whose next
	// sum would be longer than limit.
	leave(limit time.Duration, visit func(sum time.Duration, chance float64))
	// move goes on to the next sums and loses those longer than limit.
	move(limit time.Duration)
	// within returns the chance of the present sums up to limit.
	within(limit time.Duration) float64
	// drift returns how far a sum can be from the true one.
	drift() time.Duration
}

// The numbers of places of a grid. Where the sums are few, a grid is fine
// enough for every one of them, and nothing is approximate.
const (
	mostPlaces  = 1 << 16
	leastPlaces = 1 << 12
	chainPlaces = 1 << 10 // of a grid in two dimensions
)

// newFront returns the front of a call that has not waited yet, fit for so many
// retries and for sums up to longest.
func (s *Schedule) newFront(retries int, longest time.Duration) front {
	spread := time.Duration(0)
	for n := 1; n <= retries && spread < longest; n++ {
		low, high := s.Bounds(n)
		spread = add(spread, high-low)
	}
	spread = min(spread, longest)
	if s.Jitter == Decorrelated {
		return newChain(s, widthFor(spread, 1, chainPlaces), spread)
	}
	places := min(max(1<<24/max(retries, 1), leastPlaces), mostPlaces)
	return newWalk(s, widthFor(spread, s.unit(), places))
}

// unit returns the step between two possible waits.
func (s *Schedule) unit() time.Duration {
	if s.Jitter == Full || s.Jitter == Equal {
		return s.draw(0).scale
	}
	return 1
}

// widthFor returns the smallest multiple of unit by which so many places cover
// the spread.
func widthFor(spread, unit time.Duration, places int) time.Duration {
	units := spread/unit/time.Duration(places) + 1
	if units > Unlimited/unit {
		return Unlimited
	}
	return units * unit
}

// sumAt returns the sum at a place of a grid that begins at origin.
func sumAt(origin time.Duration, place int, width time.Duration) time.Duration {
	if time.Duration(place) > (Unlimited-origin)/width {
		return Unlimited
	}
	return origin + time.Duration(place)*width
}

// placeOf returns the last place of a grid whose sum is within limit; −1 is
// none.
func placeOf(origin, limit, width time.Duration) int {
	if limit < origin {
		return -1
	}
	return index(int64((limit - origin) / width))
}
