package policy

import "time"

// walk is the front of waits that do not depend on each other.
type walk struct {
	schedule *Schedule
	width    time.Duration
	origin   time.Duration // the shortest sum
	chances  []float64     // of origin, origin + width, origin + 2 × width …
	next     kernel
	shortest time.Duration // of the next wait
	rounded  int           // how many waits were shared between places
}

func newWalk(s *Schedule, width time.Duration) *walk {
	return &walk{schedule: s, width: width, chances: []float64{1}}
}

func (w *walk) step(n int) {
	d := w.schedule.draw(w.schedule.Wait(n))
	w.shortest = d.wait(d.low)
	w.next = newKernel(d.runs(), w.shortest, w.width)
}

func (w *walk) past(limit time.Duration) float64 {
	total := 0.0
	w.leave(limit, func(_ time.Duration, chance float64) { total += chance })
	return total
}

func (w *walk) leave(limit time.Duration, visit func(time.Duration, float64)) {
	last := placeOf(add(w.origin, w.shortest), limit, w.width)
	if last >= len(w.chances)-1+w.next.end() {
		return
	}
	for i, chance := range w.chances {
		if beyond := chance * (1 - w.next.upTo(last-i)); beyond > negligible*chance {
			visit(sumAt(w.origin, i, w.width), beyond)
		}
	}
}

func (w *walk) move(limit time.Duration) {
	w.origin = add(w.origin, w.shortest)
	w.chances = w.next.fold(w.chances, placeOf(w.origin, limit, w.width))
	if !w.next.exact {
		w.rounded++
	}
}

func (w *walk) within(limit time.Duration) float64 {
	total := 0.0
	for i := range min(placeOf(w.origin, limit, w.width)+1, len(w.chances)) {
		total += w.chances[i]
	}
	return total
}

func (w *walk) drift() time.Duration { return times(w.width, w.rounded) }

// times returns n × d, or Unlimited if that is longer.
func times(d time.Duration, n int) time.Duration {
	if n > 0 && d > Unlimited/time.Duration(n) {
		return Unlimited
	}
	return d * time.Duration(n)
}
