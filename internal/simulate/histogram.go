package simulate

import (
	"math/bits"
	"time"
)

// histogram counts times to a part of 1/512, and knows their mean exactly. It
// takes the same memory for any number of times.
type histogram struct {
	counts []uint32 // by the highest ten bits and the length of a time
	n      int
	sum    float64 // nanoseconds
}

// precise are the bits of a time that a histogram keeps.
const precise = 10

// slot returns where a time is counted: exactly up to 2^precise nanoseconds.
func slot(d time.Duration) int {
	n := uint64(max(d, 0))
	shift := max(bits.Len64(n)-precise, 0)
	return shift<<(precise-1) + int(n>>shift)
}

// lowest returns the shortest time that is counted in a slot.
func lowest(slot int) time.Duration {
	shift := max(slot>>(precise-1)-1, 0)
	return time.Duration(slot-shift<<(precise-1)) << shift
}

func (h *histogram) add(d time.Duration) {
	i := slot(d)
	for i >= len(h.counts) {
		h.counts = append(h.counts, make([]uint32, i+1-len(h.counts))...)
	}
	h.counts[i]++
	h.n++
	h.sum += float64(d)
}

// mean returns the mean in seconds, or 0 of none.
func (h *histogram) mean() float64 { return ratio(h.sum, float64(h.n)) / float64(time.Second) }

// quantile returns the time in seconds that a part of all times, from 0 to 1,
// does not pass.
func (h *histogram) quantile(part float64) float64 {
	rank := int(part * float64(h.n))
	for i, n := range h.counts {
		if rank -= int(n); rank < 0 {
			return (lowest(i) + (lowest(i+1)-lowest(i))/2).Seconds()
		}
	}
	return 0
}
