package foreign

import (
	"math"
	"strconv"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

// Shape is a schedule in the terms that most systems share: exponential waits
// of which a part is drawn.
type Shape struct {
	First, Longest time.Duration // before the draw
	Factor         float64
	Low, High      float64 // of the draw, as parts of the wait
	CapAfter       bool
}

// Fitted is the number of retries that waits of another growth are Fitted to.
const Fitted = 10

// ShapeOf returns the shape of a schedule. Waits that do not grow exponentially
// become those that begin and end as they do.
func ShapeOf(c *policy.Policy) Shape {
	s := &c.Backoff
	low, high := DrawOf(s)
	h := Shape{First: s.First, Longest: s.Cap, Factor: 1, Low: low, High: high, CapAfter: s.CapAfterJitter}
	switch s.Growth {
	case policy.Constant:
	case policy.Exponential:
		h.Factor = s.Factor
	default:
		h.First, h.Factor = fit(s, RetriesOf(c, Fitted))
	}
	if s.Jitter == policy.Decorrelated {
		means := s.Means(Fitted)
		h.First, h.Factor = means[0], growthOf(means[0], means[len(means)-1], Fitted)
	}
	return h
}

// RetriesOf returns the number of retries to look at.
func RetriesOf(c *policy.Policy, most int) int {
	if c.MaxAttempts == 0 {
		return most
	}
	return min(c.MaxAttempts-1, most)
}

// fit returns the first wait and the growth to the last one.
func fit(s *policy.Schedule, retries int) (time.Duration, float64) {
	first := s.First
	if s.Growth == policy.List {
		first = s.Wait(1)
	}
	return first, growthOf(first, s.Wait(max(retries, 1)), retries)
}

func growthOf(first, last time.Duration, retries int) float64 {
	if first <= 0 || last <= first || retries < 2 {
		return 1
	}
	factor := math.Pow(float64(last)/float64(first), 1/float64(retries-1))
	return math.Round(factor*1000) / 1000
}

// DrawOf returns the ends of a draw, as parts of the wait.
func DrawOf(s *policy.Schedule) (low, high float64) {
	switch s.Jitter {
	case policy.Full:
		return 0, 1
	case policy.Equal:
		return 0.5, 1
	case policy.Around:
		return 1 - s.Amount, 1 + s.Amount
	case policy.Below:
		return 1 - s.Amount, 1
	default:
		return 1, 1
	}
}

// Middle returns the first and the longest wait in the middle of the draw.
func (h Shape) Middle() (first, longest time.Duration) {
	m := (h.Low + h.High) / 2
	if h.CapAfter {
		return Scaled(h.First, m), h.Longest
	}
	return Scaled(h.First, m), Scaled(h.Longest, m)
}

// Upper returns the first and the longest wait at the upper end of the draw.
func (h Shape) Upper() (first, longest time.Duration) {
	if h.CapAfter {
		return Scaled(h.First, h.High), h.Longest
	}
	return Scaled(h.First, h.High), Scaled(h.Longest, h.High)
}

// Scaled returns a part of a wait; no cap stays none.
func Scaled(d time.Duration, by float64) time.Duration {
	if by == 1 || d == policy.Unlimited {
		return d
	}
	n := math.Round(float64(d) * by)
	if n >= math.MaxInt64 {
		return policy.Unlimited
	}
	return time.Duration(n)
}

// Rate writes a growth as a number that every JSON reader takes.
func Rate(f float64) Decimal { return Decimal(min(f, 1e15)) }

// Decimal is a number in plain decimals.
type Decimal float64

// MarshalJSON writes the number without an exponent, with a decimal point.
func (n Decimal) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }

// String returns the number without an exponent, with a decimal point.
func (n Decimal) String() string {
	text := strconv.FormatFloat(float64(n), 'f', -1, 64)
	if float64(n) == math.Trunc(float64(n)) {
		text += ".0"
	}
	return text
}
