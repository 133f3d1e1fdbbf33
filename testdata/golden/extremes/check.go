// Package extremes has policies whose first wait is as short, as long or as odd
// as can be.
package extremes

import (
	"errors"
	"fmt"
	"math"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// Check compares the waits of the generated policies with those derived by hand.
func Check() error {
	const most = time.Duration(math.MaxInt64) / time.Millisecond * time.Millisecond
	return errors.Join(
		bounds(OddPolicy(), [2]time.Duration{750, 2250}, [2]time.Duration{750, 2250}),
		bounds(LongestPolicy(), [2]time.Duration{0, most}, [2]time.Duration{0, most}),
		bounds(RisingPolicy(), [2]time.Duration{}, [2]time.Duration{time.Second, time.Second}, [2]time.Duration{2 * time.Second, 2 * time.Second}),
		bounds(CappedPolicy(), [2]time.Duration{}, [2]time.Duration{}),
	)
}

// bounds compares the shortest and longest waits of retries 1, 2, 3 …
func bounds(p *retry.Policy, want ...[2]time.Duration) error {
	var errs []error
	for i, wait := range want {
		if shortest, longest := p.Bounds(i + 1); shortest != wait[0] || longest != wait[1] {
			errs = append(errs, fmt.Errorf("%s: retry %d waits %d to %d, want %d to %d", p.Name(), i+1, shortest, longest, wait[0], wait[1]))
		}
	}
	return errors.Join(errs...)
}
