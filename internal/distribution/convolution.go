package distribution

import (
	"math"
	"time"
)

// convolution is the distribution of a wait on a grid, from its shortest length on. A length
// between two places of the grid is shared by them so that the mean stays. A
// uniform one needs few spikes and one flat, however many places it covers.
type convolution struct {
	width  time.Duration // between two places
	spikes []spike
	flats  []flat
	exact  bool // nothing had to be shared
}

// spike is the chance of one place.
type spike struct {
	place  int
	chance float64
}

// flat is the chance of each of the places from first to last.
type flat struct {
	first, last int
	chance      float64
}

// newConvolution returns the distribution of runs that begin at shortest or later. The steps
// of runs with more than one wait divide the width.
func newConvolution(runs []Run, shortest, width time.Duration) convolution {
	k := convolution{width: width, exact: true}
	for _, r := range runs {
		r.First -= shortest
		if r.Count == 1 {
			k.share(r.First/width, float64(r.First%width)/float64(width), r.Chance)
		} else {
			k.spread(r)
		}
	}
	return k
}

// share adds a chance that lies the given part of a width after a place.
func (k *convolution) share(place time.Duration, part, chance float64) {
	k.spike(int64(place), chance*(1-part))
	k.spike(int64(place)+1, chance*part)
	k.exact = k.exact && part == 0
}

func (k *convolution) spike(place int64, chance float64) {
	if chance > 0 {
		k.spikes = append(k.spikes, spike{index(place), chance})
	}
}

// index returns a place as an int of 32 bits. No grid has so many places: what
// lies there lies past its end.
func index(place int64) int { return int(min(place, math.MaxInt32-1)) }

// spread adds a run: what lies in the gaps between places where it begins and
// ends, and what lies in the whole gaps between those.
func (k *convolution) spread(r Run) {
	size := int64(k.width / r.Step) // waits in a gap
	from := int64(r.First / r.Step)
	to := from + r.Count - 1
	each := r.Chance / float64(r.Count)
	first, last := from/size, to/size
	if first == last {
		k.gap(first, size, from, to, each)
		return
	}
	k.gap(first, size, from, (first+1)*size-1, each)
	k.gap(last, size, last*size, to, each)
	if last-first > 1 {
		k.gaps(first+1, last-1, float64(size), each)
	}
}

// gap adds the waits number from to number to, all in the gap after a place.
func (k *convolution) gap(place, size, from, to int64, each float64) {
	begin := place * size
	middle := (float64(from-begin) + float64(to-begin)) / 2
	k.share(time.Duration(place), middle/float64(size), float64(to-from+1)*each)
}

// gaps adds whole gaps, those after the places from first to last. Every place
// between two of them gets a share of both.
func (k *convolution) gaps(first, last int64, size, each float64) {
	k.spike(first, (size+1)/2*each)
	k.spike(last+1, (size-1)/2*each)
	if first < last {
		k.flats = append(k.flats, flat{index(first + 1), index(last), size * each})
	}
	k.exact = k.exact && size == 1
}

// upTo returns the chance of the places up to the given one.
func (k *convolution) upTo(place int) float64 {
	chance := 0.0
	for _, s := range k.spikes {
		if s.place <= place {
			chance += s.chance
		}
	}
	for _, f := range k.flats {
		chance += f.chance * float64(max(min(place, f.last)-f.first+1, 0))
	}
	return chance
}

// fold returns the distribution of the sum of two lengths, one by the given chances and
// one by the convolution, up to the given place.
func (k *convolution) fold(chances []float64, last int) []float64 {
	size := max(min(last+1, len(chances)+k.end()), 0)
	sums := make([]float64, size)
	for _, s := range k.spikes {
		for i := range min(len(chances), size-s.place) {
			sums[i+s.place] += s.chance * chances[i]
		}
	}
	for _, f := range k.flats {
		f.slide(chances, sums)
	}
	return sums
}

// end returns the last place.
func (k *convolution) end() int {
	end := 0
	for _, s := range k.spikes {
		end = max(end, s.place)
	}
	for _, f := range k.flats {
		end = max(end, f.last)
	}
	return end
}

// slide adds to sums the chances under a window as wide as the flat.
func (f flat) slide(chances, sums []float64) {
	before := make([]float64, len(chances)+1)
	for i, chance := range chances {
		before[i+1] = before[i] + chance
	}
	for i := f.first; i < len(sums); i++ {
		newest := min(i-f.first+1, len(chances))
		oldest := min(max(i-f.last, 0), len(chances))
		sums[i] += f.chance * (before[newest] - before[oldest])
	}
}
