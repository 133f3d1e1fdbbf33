package distribution

import "time"

// chain is the state of waits of which each depends on the one before: it keeps the chance of every last wait with every sum.
type chain struct {
	width        time.Duration
	first        time.Duration // the shortest wait
	convolutions []convolution // of the wait after one of first + place × width
	origin       time.Duration // the shortest sum
	chances      [][]float64   // by the place of the last wait, then of the sum
	waits        int
	inexact      bool
	longest      time.Duration // of one wait
	after        After
}

// After returns the distribution of the wait after one of the given length.
type After func(previous time.Duration) []Run

// NewChain returns the state of a call that has not waited yet, each of whose
// waits depends on the one before, on a grid of the given width. Waits are
// from shortest to longest long; the first one is drawn as if it followed one of
// the length first. The grid of last waits ends where no sum up to span more
// than the shortest can hold them.
func NewChain(after After, first, shortest, longest, width, span time.Duration) State {
	c := &chain{after: after, width: width, first: shortest, longest: longest, chances: [][]float64{{1}}}
	c.addConvolution(first)
	for place := 1; place <= int(min(longest-shortest, span)/width)+1; place++ {
		c.addConvolution(min(sumAt(c.first, place, width), longest))
	}
	return c
}

func (c *chain) addConvolution(previous time.Duration) {
	k := newConvolution(c.after(previous), c.first, c.width)
	c.inexact = c.inexact || !k.exact
	c.convolutions = append(c.convolutions, k)
}

func (c *chain) Step(int) {}

func (c *chain) Past(limit time.Duration) float64 {
	total := 0.0
	c.Leave(limit, func(_ time.Duration, chance float64) { total += chance })
	return total
}

func (c *chain) Leave(limit time.Duration, visit func(time.Duration, float64)) {
	last := placeOf(Add(c.origin, c.first), limit, c.width)
	for wait, chances := range c.chances {
		for i, chance := range chances {
			if beyond := chance * (1 - c.convolutions[wait].upTo(last-i)); beyond > Negligible*chance {
				visit(sumAt(c.origin, i, c.width), beyond)
			}
		}
	}
}

// Move adds up where every wait leads to, for each next wait by the sums before
// it; then it moves those by that wait. A flat is noted where it begins and
// ends only, and carried from wait to wait.
func (c *chain) Move(limit time.Duration) {
	c.origin = Add(c.origin, c.first)
	last := placeOf(c.origin, limit, c.width)
	next := make([][]float64, len(c.convolutions))
	turns := make([][]float64, len(c.convolutions)+1)
	for wait, chances := range c.chances {
		c.lead(&c.convolutions[wait], chances, next, turns)
	}
	var carried []float64
	for wait := range next {
		carried = plus(carried, turns[wait], 1)
		next[wait] = shifted(plus(next[wait], carried, 1), wait, last+1)
	}
	c.chances = next
	c.waits++
}

// lead adds what the waits after one of the convolution add: spikes to next, and flats
// to turns. Waits past the grid are past all limits.
func (c *chain) lead(k *convolution, chances []float64, next, turns [][]float64) {
	for _, s := range k.spikes {
		if s.place < len(next) {
			next[s.place] = plus(next[s.place], chances, s.chance)
		}
	}
	for _, f := range k.flats {
		if f.first < len(next) {
			end := min(f.last+1, len(next))
			turns[f.first] = plus(turns[f.first], chances, f.chance)
			turns[end] = plus(turns[end], chances, -f.chance)
		}
	}
}

// plus adds factor × values to sums, which grow as needed.
func plus(sums, values []float64, factor float64) []float64 {
	if missing := len(values) - len(sums); missing > 0 {
		sums = append(sums, make([]float64, missing)...)
	}
	for i, value := range values {
		sums[i] += factor * value
	}
	return sums
}

// shifted returns the chances by places further, at most size of them. What
// rounding has left below zero is zero.
func shifted(chances []float64, by, size int) []float64 {
	length := min(by+len(chances), size)
	if length <= by {
		return nil
	}
	moved := make([]float64, length)
	for i := range length - by {
		moved[by+i] = max(chances[i], 0)
	}
	return moved
}

func (c *chain) Within(limit time.Duration) float64 {
	total := 0.0
	for _, chances := range c.chances {
		for i := range min(placeOf(c.origin, limit, c.width)+1, len(chances)) {
			total += chances[i]
		}
	}
	return total
}

// ErrorBound counts that a wait is off by up to a width itself, and the waits after
// it by up to three times what the wait before them is off; what is lost at
// the cap is lost for all of them.
func (c *chain) ErrorBound() time.Duration {
	if !c.inexact {
		return 0
	}
	total, off := time.Duration(0), time.Duration(0)
	for range c.waits {
		off = min(Add(Times(off, 3), c.width), c.longest)
		total = Add(total, off)
	}
	return total
}
