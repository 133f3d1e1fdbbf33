package lint

import (
	"fmt"
	"strconv"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

// noGrowth finds backoffs that are meant to grow and do not. Temporal has no
// other way to say "fixed" than a coefficient of 1.
func noGrowth(s *subject) []finding {
	b := &s.compiled.Backoff
	if s.retries() < 1 || b.Growth == policy.List || b.Jitter == policy.Decorrelated {
		return nil
	}
	grows := b.Growth != policy.Constant && s.retries() > 1
	switch {
	case b.First > b.Cap || grows && b.First == b.Cap && b.First > 0:
		return s.cutFromTheStart()
	case grows && b.Growth == policy.Exponential && b.Factor < 1:
		return s.about(growthKnob, fmt.Sprintf("the waits shrink: each is %s times the one before", number(b.Factor)), "write a factor above 1")
	case grows && b.Growth == policy.Exponential && b.Factor == 1 && s.compiled.Dialect != "temporal",
		grows && b.Growth == policy.Linear && b.Step == 0:
		return s.about(growthKnob, "the waits do not grow: all are "+b.First.String(), fixedHints[s.compiled.Dialect])
	}
	return nil
}

// fixedHints tell how a dialect says that waits are not to grow.
var fixedHints = map[string]string{
	"exosphere": "if that is meant, say so: strategy FIXED, with or without jitter",
	"prodigy":   "if that is meant, say so: backoff: fixed",
}

// cutFromTheStart is the finding about a cap at or below the first wait.
func (s *subject) cutFromTheStart() []finding {
	b := &s.compiled.Backoff
	k := capKnob
	if _, written := s.locate(k); !written {
		k = firstKnob
	}
	return s.about(k, fmt.Sprintf("every wait is cut to %s, %v: the first one is %v already", s.name(capKnob), b.Cap, b.First),
		fmt.Sprintf("raise %s, or lower %s", s.name(capKnob), s.name(firstKnob)))
}

// capNeverReached notes caps that no retry is late enough for. They do no
// harm, and guard against a later rise of the attempts, so it is no more than a
// note.
func capNeverReached(s *subject) []finding {
	at, written := s.locate(capKnob)
	b := &s.compiled.Backoff
	n := s.retries()
	if !written || n == 0 || n == horizon || b.First == 0 || b.Growth == policy.List || b.Cap == policy.Unlimited {
		return nil
	}
	var longest time.Duration
	for i := 1; i <= n; i++ {
		_, wait := b.Bounds(i)
		longest = max(longest, wait, b.Wait(i))
	}
	if longest >= b.Cap {
		return nil
	}
	return one(at, fmt.Sprintf("the cap of %v is never reached: the longest wait of %s is %v", b.Cap, count(n, "retry", "retries"), longest), "")
}

// number returns a number as a spec spells it.
func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
