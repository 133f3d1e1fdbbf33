package simulate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
)

// summary says in one sentence what came of a variant, next to the policy without
// retries, and to the policy with the default quota where that was simulated.
func (o *Options) summary(v, once, guarded *variant) string {
	text := o.meaning(v, once)
	switch {
	case v.Variant == NoRetries:
		return text
	case o.Model.retriesNone(v.policy):
		text = "retries none of the errors of this simulation (" + o.errors(v.policy) + "): " + text
	case v.Variant == AsWritten && guarded != nil && o.recovers(guarded.Simulation):
		text += "; with quota: {} it recovers in " + Seconds(guarded.Recovery.Seconds)
	}
	return text
}

func (o *Options) meaning(v, once *variant) string {
	switch {
	case o.Model.HasFault():
		return o.recovery(v, once) + v.limit.words()
	case o.Model.Scenario == Contention:
		return contention(v, once)
	default:
		return flaky(v, once)
	}
}

// recovery says whether the calls succeed again after the fault.
func (o *Options) recovery(v, once *variant) string {
	own, bare := o.recoversIn(v), o.recoversIn(once)
	if v.Variant == NoRetries {
		return own
	}
	switch {
	case !o.recovers(v.Simulation) && o.recovers(once.Simulation):
		return own + "; without retries it " + bare
	case !o.recovers(v.Simulation):
		return own + ", and not without retries either"
	case !o.recovers(once.Simulation):
		return own + "; without retries it " + bare
	default:
		return own + ", " + later(float64(v.Recovery.Seconds.Mean-once.Recovery.Seconds.Mean)) + " than without retries"
	}
}

// recoversIn says in how many seeds a variant recovers, and when.
func (o *Options) recoversIn(v *variant) string {
	switch n := *v.Recovery.Recovered; {
	case n == 0:
		return "never recovers"
	case n < o.Seeds.Count:
		return fmt.Sprintf("recovers in %d of %d seeds, on average in %s", n, o.Seeds.Count, Seconds(v.Recovery.Seconds))
	default:
		return "recovers in " + Seconds(v.Recovery.Seconds)
	}
}

func later(seconds float64) string {
	if seconds < 0 && rounded(-seconds) != "0" {
		return rounded(-seconds) + " s earlier"
	}
	return rounded(math.Abs(seconds)) + " s later"
}

// words says up to which load the policy recovers.
func (l limit) words() string {
	switch {
	case !l.searched:
		return ""
	case l.load == 0:
		return "; no load was found at which it recovers"
	case l.none:
		return fmt.Sprintf("; it recovers at every load tried, up to %s calls/s", rounded(l.load))
	default:
		return fmt.Sprintf("; it never recovers above %s calls/s", rounded(l.load))
	}
}

func flaky(v, once *variant) string {
	if v.Variant == NoRetries {
		return Percent(v.SuccessRate) + " of the calls succeed"
	}
	return fmt.Sprintf("%s of the calls succeed, instead of %s without retries, with %s attempts for each call",
		Percent(v.SuccessRate), Percent(once.SuccessRate), Short(v.Amplification.Mean))
}

func contention(v, once *variant) string {
	attempts := Short(v.Amplification.Mean) + " attempts"
	if attempts == "1 attempts" {
		attempts = "1 attempt"
	}
	text := fmt.Sprintf("%s of the clients have written the row after %s s, with %s each", Percent(v.SuccessRate), Short(v.Completion), attempts)
	if v.Variant == NoRetries {
		return text
	}
	return text + "; without retries " + Percent(once.SuccessRate) + " do"
}

// errors names the errors that can occur.
func (o *Options) errors(p *policy.Policy) string {
	var names []string
	for _, f := range o.Model.failures(p) {
		names = append(names, f.text)
	}
	return strings.Join(names, ", ")
}

// defaultQuota is the quota that a spec means by quota: {}.
func defaultQuota() *policy.Quota {
	q := retry.DefaultQuota()
	return &policy.Quota{
		Capacity: int64(q.Capacity), RetryCost: int64(q.RetryCost), ThrottleCost: int64(q.RetryCost), TimeoutCost: int64(q.RetryCost),
		SuccessRefund: q.SuccessRefund, RefillPerSecond: q.RefillPerSecond,
	}
}

// Seconds returns the mean of a figure in seconds, with at most one decimal.
func Seconds(f *Figure) string { return rounded(float64(f.Mean)) + " s" }

func rounded(n float64) string { return decimals(n, 1) }

// decimals returns a number with at most so many decimals.
func decimals(n float64, most int) string {
	scale := math.Pow10(most)
	if n = math.Round(n*scale) / scale; n == 0 {
		n = 0 // not negative
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// Short returns the mean of a figure with three digits, or whole.
func Short(f *Figure) string {
	n := float64(f.Mean)
	switch size := math.Abs(n); {
	case size >= 100 || size == 0:
		return decimals(n, 0)
	case size >= 10:
		return decimals(n, 1)
	case size >= 0.1:
		return decimals(n, 2)
	default:
		return decimals(n, 2-int(math.Floor(math.Log10(size))))
	}
}

// Percent returns the mean of a part as a percentage. It never rounds to all or
// to nothing.
func Percent(f *Figure) string {
	n := 100 * float64(f.Mean)
	text := decimals(n, 2)
	switch {
	case text == "100" && n < 100:
		return "over 99.99 %"
	case text == "0" && n > 0:
		return "under 0.01 %"
	default:
		return text + " %"
	}
}
