package distribution

import "time"

// Waits returns the distribution of the wait before retry number n, and its
// shortest length.
type Waits func(n int) (runs []Run, shortest time.Duration)

// walk is the state of waits that do not depend on each other.
type walk struct {
	waits    Waits
	width    time.Duration
	origin   time.Duration // the shortest sum
	chances  []float64     // of origin, origin + width, origin + 2 × width …
	next     convolution
	shortest time.Duration // of the next wait
	rounded  int           // how many waits were shared between places
}

// NewWalk returns the state of a call that has not waited yet, whose waits do not
// depend on each other, on a grid of the given width.
func NewWalk(waits Waits, width time.Duration) State {
	return &walk{waits: waits, width: width, chances: []float64{1}}
}

func (w *walk) Step(n int) {
	runs, shortest := w.waits(n)
	w.shortest = shortest
	w.next = newConvolution(runs, w.shortest, w.width)
}

func (w *walk) Past(limit time.Duration) float64 {
	total := 0.0
	w.Leave(limit, func(_ time.Duration, chance float64) { total += chance })
	return total
}

func (w *walk) Leave(limit time.Duration, visit func(time.Duration, float64)) {
	last := placeOf(Add(w.origin, w.shortest), limit, w.width)
	if last >= len(w.chances)-1+w.next.end() {
		return
	}
	for i, chance := range w.chances {
		if beyond := chance * (1 - w.next.upTo(last-i)); beyond > Negligible*chance {
			visit(sumAt(w.origin, i, w.width), beyond)
		}
	}
}

func (w *walk) Move(limit time.Duration) {
	w.origin = Add(w.origin, w.shortest)
	w.chances = w.next.fold(w.chances, placeOf(w.origin, limit, w.width))
	if !w.next.exact {
		w.rounded++
	}
}

func (w *walk) Within(limit time.Duration) float64 {
	total := 0.0
	for i := range min(placeOf(w.origin, limit, w.width)+1, len(w.chances)) {
		total += w.chances[i]
	}
	return total
}

func (w *walk) ErrorBound() time.Duration { return Times(w.width, w.rounded) }
