package policy

import (
	"math"
	"time"

	"github.com/retrygen/retrygen/internal/distribution"
)

// The most retries that a probability looks at.
const (
	walkHorizon  = 10_000
	chainHorizon = 200
)

// Chance is a probability. AtMost is more than AtLeast where a policy allows
// more retries than were looked at, 10,000 or, of Decorrelated, 200.
type Chance struct{ AtLeast, AtMost float64 }

// Success returns the probability that a call succeeds no later than deadline
// after it began, if every attempt takes as long as given, at most
// AttemptTimeout, and fails with probability failureRate, from 0 to 1, whatever
// the others do. All failures are of a kind that is retried after Backoff; no
// quota, breaker or hint has a say.
func (p *Policy) Success(failureRate float64, deadline, attempt time.Duration) Chance {
	l := p.limits(attempt)
	end := l.ending(deadline, 1)
	retries, all := p.horizon()
	retries = min(retries, worthwhile(failureRate))
	state := p.Backoff.newState(retries, max(min(l.longest(), end), 0))
	chance, failed, alive := 0.0, 1.0, 1.0
	if l.each <= deadline {
		chance = 1 - failureRate
	}
	for n := 1; n <= retries && alive > distribution.Negligible; n++ {
		failed *= failureRate
		end = l.ending(deadline, n+1)
		state.Step(n)
		if l.soft < Unlimited && l.soft <= min(l.hard(n), end) {
			chance += failed * (1 - failureRate) * state.Past(l.soft-1)
		}
		state.Move(min(l.open(n), end))
		alive = state.Within(Unlimited)
		chance += failed * (1 - failureRate) * alive
		alive *= failed
	}
	return bracket(chance, alive*failureRate, all)
}

// worthwhile returns how many retries it takes until the chance that all
// attempts fail is distribution.Negligible.
func worthwhile(failureRate float64) int {
	switch {
	case failureRate >= 1:
		return walkHorizon
	case failureRate <= 0:
		return 1
	default:
		return int(min(math.Log(distribution.Negligible)/math.Log(failureRate), walkHorizon)) + 1
	}
}

// ending returns the longest sum of waits with which the last of n attempts
// ends in time: by the deadline, and, if it is a retry, by the total timeout,
// which ends an attempt.
func (l limits) ending(deadline time.Duration, n int) time.Duration {
	if l.total > 0 && n > 1 {
		deadline = min(deadline, l.total)
	}
	return deadline - l.attempts(n)
}

// Survival returns the probability that a call outlives an outage that begins
// with it: that it makes an attempt as late as the outage is long, or later.
// Attempts that begin before fail, and take as long as given, at most
// AttemptTimeout; all failures are of a kind that is retried after Backoff; no
// quota, breaker or hint has a say.
func (p *Policy) Survival(outage, attempt time.Duration) Chance {
	l := p.limits(attempt)
	if outage <= 0 || p.endless() {
		return Chance{1, 1}
	}
	retries, all := p.horizon()
	state := p.Backoff.newState(retries, max(min(l.longest(), outage), 0))
	chance, alive := 0.0, 1.0
	for n := 1; n <= retries && alive > distribution.Negligible; n++ {
		before := outage - l.attempts(n) - 1
		state.Step(n)
		chance += l.outliving(state, n, before)
		state.Move(min(l.open(n), before))
		alive = state.Within(Unlimited)
	}
	return bracket(chance, alive, all)
}

// outliving returns the chance that retry n is made, and with a sum of waits
// longer than before.
func (l limits) outliving(f distribution.State, n int, before time.Duration) float64 {
	switch hard := l.hard(n); {
	case l.soft < Unlimited && l.soft <= hard && l.soft <= before, hard <= before:
		return 0
	case l.soft < Unlimited && l.soft <= hard, hard == Unlimited:
		return f.Past(before)
	default:
		return f.Past(before) - f.Past(hard)
	}
}

// endless reports whether nothing but a success ends a call, and its waits go
// on.
func (p *Policy) endless() bool {
	_, longest := p.Backoff.Bounds(math.MaxInt)
	return p.MaxAttempts == 0 && p.TotalTimeout == 0 && p.WaitBudget == nil && longest > 0
}

// horizon returns how many retries are looked at, and whether the policy allows
// no more.
func (p *Policy) horizon() (retries int, all bool) {
	most := walkHorizon
	if p.Backoff.Jitter == Decorrelated {
		most = chainHorizon
	}
	if p.MaxAttempts == 0 || p.MaxAttempts-1 > most {
		return most, false
	}
	return p.MaxAttempts - 1, true
}

// bracket returns the chance that is certain, and that with what is left open.
func bracket(certain, open float64, all bool) Chance {
	certain = min(max(certain, 0), 1)
	if all || open <= distribution.Negligible {
		return Chance{certain, certain}
	}
	return Chance{certain, min(certain+open, 1)}
}
