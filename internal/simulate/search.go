package simulate

import (
	"context"
	"math"

	"github.com/retrygen/retrygen/internal/policy"
)

// limit is the load up to which a policy recovers.
type limit struct {
	load     float64 // calls a second; 0 is not known
	searched bool
	none     bool // no load was found at which it does not recover
}

// within is how close the limit is to the load at which recovery fails.
const within = 1.05

// The bounds of the search, as multiples of the load.
const (
	lowestLoad  = 1.0 / 64
	highestLoad = 64
)

func (l limit) number() *Number {
	if l.load == 0 || l.none {
		return nil
	}
	return number(l.load)
}

// search looks for the load at which recovery fails: first the loads between
// which it lies, then the one between them.
func (o *Options) search(ctx context.Context, p *policy.Policy) (limit, error) {
	recovers := func(factor float64) (bool, error) {
		m := o.Model
		m.Rate *= factor
		if m.Check() != nil {
			return false, nil // the load is beyond what is simulated
		}
		records, err := runSeeds(ctx, &m, p, o.Seeds)
		if err != nil {
			return false, err
		}
		return 2**newRecovery(records).Recovered > o.Seeds.Count, nil
	}
	low, high, err := o.bracket(recovers)
	switch {
	case err != nil:
		return limit{}, err
	case low == 0:
		return limit{searched: true}, nil
	case high == 0:
		return limit{searched: true, none: true, load: low * o.Model.Load()}, nil
	}
	for high/low > within {
		middle := math.Sqrt(low * high)
		ok, err := recovers(middle)
		switch {
		case err != nil:
			return limit{}, err
		case ok:
			low = middle
		default:
			high = middle
		}
	}
	return limit{searched: true, load: low * o.Model.Load()}, nil
}

// bracket returns a multiple of the load at which the policy recovers and twice
// that, at which it does not. Low is 0 if it recovers at none, high if it does at
// all.
func (o *Options) bracket(recovers func(float64) (bool, error)) (low, high float64, err error) {
	ok, err := recovers(1)
	if err != nil {
		return 0, 0, err
	}
	for factor := 1.0; ; {
		step := 0.5
		if ok {
			step = 2
		}
		next := factor * step
		switch {
		case next < lowestLoad:
			return 0, factor, nil
		case next > highestLoad:
			return factor, 0, nil
		}
		now, err := recovers(next)
		switch {
		case err != nil:
			return 0, 0, err
		case now != ok:
			return min(factor, next), max(factor, next), nil
		}
		factor = next
	}
}
