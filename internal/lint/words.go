package lint

import (
	"fmt"
	"strconv"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

// rounded returns a duration as people say it: to the millisecond, or as "more
// than 292 years" where sums end.
func rounded(d time.Duration) string {
	if d == policy.Unlimited {
		return "more than 292 years"
	}
	if d > time.Second {
		d = d.Round(time.Millisecond)
	}
	return d.String()
}

// number returns a number as a spec spells it.
func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// count returns "1 retry" or "2 retries".
func count(n int, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return fmt.Sprintf("%d %s", n, plural)
}
