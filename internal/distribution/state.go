package distribution

import "time"

// State is where the calls are that still go on after some retries: the chance
// of every sum of waits. Step prepares what the next wait is; until Move, the state
// answers where it would lead.
type State interface {
	// Step prepares the wait before retry number n.
	Step(n int)
	// Past returns the chance of the sums that would be longer than limit.
	Past(limit time.Duration) float64
	// Leave visits the present sums, with the chance of those calls whose next
	// sum would be longer than limit.
	Leave(limit time.Duration, visit func(sum time.Duration, chance float64))
	// Move goes on to the next sums and loses those longer than limit.
	Move(limit time.Duration)
	// Within returns the chance of the present sums up to limit.
	Within(limit time.Duration) float64
	// ErrorBound returns how far a sum can be from the true one.
	ErrorBound() time.Duration
}

// The numbers of places of a grid. Where the sums are few, a grid is fine
// enough for every one of them, and nothing is approximate.
const (
	mostPlaces  = 1 << 16
	leastPlaces = 1 << 12
	ChainPlaces = 1 << 10 // of a grid in two dimensions
)

// WidthFor returns the smallest multiple of unit by which so many places cover
// the spread.
func WidthFor(spread, unit time.Duration, places int) time.Duration {
	units := spread/unit/time.Duration(places) + 1
	if units > unlimited/unit {
		return unlimited
	}
	return units * unit
}

// sumAt returns the sum at a place of a grid that begins at origin.
func sumAt(origin time.Duration, place int, width time.Duration) time.Duration {
	if time.Duration(place) > (unlimited-origin)/width {
		return unlimited
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

// Places returns how many places a grid for the sums of so many waits has.
func Places(waits int) int { return min(max(1<<24/max(waits, 1), leastPlaces), mostPlaces) }
