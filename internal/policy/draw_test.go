package policy

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

const ms = time.Millisecond

func fixed(wait, limit time.Duration, after bool, jitter Jitter, amount float64) Schedule {
	return Schedule{First: wait, Cap: limit, CapAfterJitter: after, Jitter: jitter, Amount: amount, Unit: 1}
}

// milli is an Exosphere law.
func milli(wait, limit time.Duration, jitter Jitter) Schedule {
	s := fixed(wait, limit, true, jitter, 0)
	s.Unit = ms
	return s
}

func open(s Schedule) Schedule { s.Open = true; return s }

func whole(s Schedule) Schedule { s.WholeMilliseconds = true; return s }

func TestBounds(t *testing.T) {
	tests := []struct {
		name     string
		s        Schedule
		min, max time.Duration
	}{
		{"none", fixed(9, Unlimited, false, NoJitter, 0), 9, 9},
		{"none, capped", fixed(9, 4, true, NoJitter, 0), 4, 4},
		{"full", fixed(9, Unlimited, false, Full, 0), 0, 9},
		{"full, capped before", fixed(9, 4, false, Full, 0), 0, 4},
		{"full, capped after", fixed(9, 4, true, Full, 0), 0, 4},
		{"full, the longest", fixed(Unlimited, Unlimited, false, Full, 0), 0, Unlimited},
		{"equal, odd", fixed(9, Unlimited, false, Equal, 0), 5, 9},
		{"equal, capped after", fixed(9, 4, true, Equal, 0), 4, 4},
		{"around", fixed(1000, Unlimited, false, Around, 0.25), 750, 1250},
		{"around, past the cap", fixed(1000, 1000, false, Around, 0.25), 750, 1250},
		{"around, past zero", fixed(1000, Unlimited, false, Around, 1.5), 0, 2500},
		{"below", fixed(1000, Unlimited, true, Below, 0.25), 750, 1000},
		{"below, the longest", fixed(Unlimited, Unlimited, true, Below, 0.5), Unlimited - 1<<62, Unlimited},
		{"exosphere full", milli(1001*ms, Unlimited, Full), 0, 1001 * ms},
		{"exosphere full, code", open(milli(1001*ms, Unlimited, Full)), 0, 1000 * ms},
		{"exosphere full of 1, code", open(milli(1*ms, Unlimited, Full)), 0, 0},
		{"exosphere full of 0, code", open(milli(0, Unlimited, Full)), 0, 0},
		{"exosphere equal", milli(1001*ms, Unlimited, Equal), 501 * ms, 1001 * ms},
		{"exosphere equal, code", whole(milli(1001*ms, Unlimited, Equal)), 500 * ms, 1001 * ms},
		{"exosphere equal, capped", milli(1001*ms, 700*ms, Equal), 501 * ms, 700 * ms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shortest, longest := tt.s.Bounds(1)
			if shortest != tt.min || longest != tt.max {
				t.Errorf("Bounds = %v, %v, want %v, %v", shortest, longest, tt.min, tt.max)
			}
			if low, high := tt.s.Delay(1, 0), tt.s.Delay(1, math.MaxUint64); low != tt.min || high != tt.max {
				t.Errorf("Delay of the ends = %v, %v, want the bounds %v, %v", low, high, tt.min, tt.max)
			}
		})
	}
}

// enumerated returns the mean over all numbers of a law, one by one.
func enumerated(d draw) time.Duration {
	sum := new(big.Int)
	for number := d.low; number <= d.high; number++ {
		sum.Add(sum, big.NewInt(int64(d.wait(number))))
	}
	return nearest(sum, big.NewInt(d.high-d.low+1))
}

func TestMeanMatchesEnumeration(t *testing.T) {
	for wait := range time.Duration(40) {
		for limit := range time.Duration(45) {
			schedules := []Schedule{
				fixed(wait, limit, true, NoJitter, 0),
				fixed(wait, limit, true, Full, 0), fixed(wait, limit, false, Full, 0),
				fixed(wait, limit, true, Equal, 0), fixed(wait, limit, false, Equal, 0),
				fixed(wait, limit, false, Around, 0.25), fixed(wait, limit, false, Around, 2.5),
				fixed(wait, limit, true, Around, 0.5),
				fixed(wait, limit, true, Below, 0.3),
				milli(wait*ms, limit*ms, Full), milli(wait*ms, limit*ms, Equal), open(milli(wait*ms, limit*ms, Full)),
				milli(wait*ms, limit*ms+ms/2, Full),
			}
			for i, s := range schedules {
				if got, want := s.Mean(1), enumerated(s.draw(s.Wait(1))); got != want {
					t.Fatalf("law %d of wait %d, cap %d: Mean = %d, want %d", i, wait, limit, got, want)
				}
			}
		}
	}
}

// TestMeanOfWholeMilliseconds scales the law down, so that it can be counted.
func TestMeanOfWholeMilliseconds(t *testing.T) {
	for _, ceiling := range []time.Duration{Unlimited, 0, 5, 700, 705, 1001, 2000} {
		for low := range int64(30) {
			d := draw{low: low, high: 3*low + 7, divisor: 10, scale: 10, ceiling: ceiling}
			if got, want := d.mean(), enumerated(d); got != want {
				t.Errorf("%+v: mean = %d, want %d", d, got, want)
			}
		}
	}
}

func TestMeanOfTheLongestWaits(t *testing.T) {
	tests := []struct {
		name string
		s    Schedule
		want time.Duration
	}{
		{"full", fixed(Unlimited, Unlimited, false, Full, 0), 1 << 62},
		{"full, capped after", fixed(4*time.Second, 1500*ms, true, Full, 0), 1218750 * time.Microsecond},
		{"equal", fixed(Unlimited, Unlimited, false, Equal, 0), 3 << 61},
		{"none", fixed(Unlimited, Unlimited, true, NoJitter, 0), Unlimited},
		{"exosphere full, capped", milli(Unlimited, ms, Full), ms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.s.Mean(1); got != tt.want {
				t.Errorf("Mean = %d, want %d", got, tt.want)
			}
		})
	}
}

func FuzzDelay(f *testing.F) {
	f.Add(int64(time.Second), int64(time.Minute), 2.0, 0.25, uint8(3), 5, uint64(1), uint64(2))
	f.Add(int64(math.MaxInt64), int64(math.MaxInt64), 1.5, 0.999, uint8(4), math.MaxInt, uint64(0), uint64(math.MaxUint64))
	f.Add(int64(1), int64(0), 0.0, 1e300, uint8(5), -1, uint64(7), uint64(7))
	f.Fuzz(func(t *testing.T, first, limit int64, factor, amount float64, law uint8, n int, r1, r2 uint64) {
		checkDelay(t, fuzzed(first, limit, factor, amount, law), n, r1, r2)
	})
}

func TestDelayOfRandomSchedules(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1500 {
		first, limit := r.Int64()>>r.IntN(63), r.Int64()>>r.IntN(63)
		s := fuzzed(first, limit, 3*r.Float64(), 2*r.Float64(), uint8(r.Uint32()))
		checkDelay(t, s, r.IntN(1<<r.IntN(30)), r.Uint64(), r.Uint64())
	}
}

// checkDelay checks that a draw lies within the bounds, that more randomness is
// no shorter wait, and that the mean lies between the bounds.
func checkDelay(t *testing.T, s Schedule, n int, r1, r2 uint64) {
	t.Helper()
	shortest, longest := s.Bounds(n)
	low, high := s.Delay(n, min(r1, r2)), s.Delay(n, max(r1, r2))
	if 0 > shortest || shortest > low || low > high || high > longest {
		t.Errorf("%+v, retry %d: want 0 ≤ %d ≤ %d ≤ %d ≤ %d", s, n, shortest, low, high, longest)
	}
	if mean := s.Mean(n); mean < shortest || mean > longest {
		t.Errorf("%+v, retry %d: mean %d is outside [%d, %d]", s, n, mean, shortest, longest)
	}
}

// fuzzed returns a schedule within the ranges that Compile keeps to.
func fuzzed(first, limit int64, factor, amount float64, law uint8) Schedule {
	if !(amount >= 0) {
		amount = 0
	}
	s := Schedule{
		Growth: Exponential, First: time.Duration(first & math.MaxInt64), Factor: factor,
		Cap: time.Duration(limit & math.MaxInt64), Unit: 1,
		Jitter: Jitter(law % 6), CapAfterJitter: law&8 != 0, Open: law&16 != 0, WholeMilliseconds: law&32 != 0,
	}
	switch s.Jitter {
	case NoJitter, Full, Equal:
	case Around:
		s.Amount, s.CapAfterJitter = amount, false
		s.Cap = min(s.Cap, AroundLimit(amount))
	case Below:
		s.Amount = math.Min(amount, math.Nextafter(1, 0))
	case Decorrelated:
		s.First, s.Cap = min(s.First, DecorrelatedLimit), min(s.Cap, DecorrelatedLimit)
	}
	return s
}

func TestDelayIsUniform(t *testing.T) {
	schedules := []Schedule{
		fixed(7, Unlimited, false, Full, 0), fixed(8, Unlimited, false, Around, 0.5),
		fixed(9, Unlimited, false, Equal, 0), open(milli(8*ms, Unlimited, Full)),
	}
	for _, s := range schedules {
		d := s.draw(s.First)
		count := int(d.high-d.low) + 1
		t.Run(fmt.Sprint(s.Jitter, s.Open), func(t *testing.T) {
			for i := range count {
				// The middle of the i-th of equal parts of the random numbers.
				random := uint64(float64(i)/float64(count)*(1<<63))*2 + math.MaxUint64/uint64(2*count)
				if got, want := s.Delay(1, random), d.wait(d.low+int64(i)); got != want {
					t.Errorf("part %d of %d draws %v, want %v", i, count, got, want)
				}
			}
		})
	}
}
