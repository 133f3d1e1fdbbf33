package policy

import (
	"fmt"
	"slices"
	"sort"
)

// Note adds a sentence, unless the policy has it: a policy with two schedules
// has it once.
func (p *Policy) Note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(p.Notes, text) {
		p.Notes = append(p.Notes, text)
	}
}

// NoteSystem is Note for a sentence about the system of the dialect or its keys,
// which does not hold for a policy that comes from another system.
func (p *Policy) NoteSystem(format string, args ...any) {
	if p.Origin == nil {
		p.Note(format, args...)
	}
}

// NoteWaits is NoteSystem for a sentence about waits, which does not hold for
// those that a function computes.
func (p *Policy) NoteWaits(format string, args ...any) {
	if p.BackoffFunc == nil {
		p.NoteSystem(format, args...)
	}
}

// DifferInWaits is Differ for what is about waits.
func (p *Policy) DifferInWaits(documentation, code string) {
	if p.BackoffFunc == nil {
		p.Differ(documentation, code)
	}
}

// Differ notes that the documentation of the system and its code disagree, and
// which of the two the policy follows.
func (p *Policy) Differ(documentation, code string) {
	followed := "code"
	if p.IsDocumented() {
		followed = "documentation"
	}
	p.NoteSystem("%s documents %s, but its code %s; this policy follows the %s",
		p.System, documentation, code, followed)
}

// NoteSaturation notes from which retry on a wait is the longest there can be,
// where the system itself has no such bound.
func (p *Policy) NoteSaturation() {
	n := p.Backoff.saturation(p.MaxAttempts)
	if n == 0 {
		return
	}
	which := "the wait"
	if p.Backoff.CapAfterJitter {
		which = "the wait before jitter and cap"
	}
	p.Note("from retry %d on %s is about 292 years, the longest that a duration can be", n, which)
}

// saturation returns the first retry that a policy with so many attempts
// (0 is unlimited) can reach and whose wait is Unlimited, or 0.
func (s *Schedule) saturation(attempts int) int {
	retries := MaxAttempts
	if attempts > 0 {
		retries = attempts - 1
	}
	if s.Jitter == Decorrelated || retries == 0 || s.Growth == List || s.Wait(retries) < Unlimited {
		return 0
	}
	return 1 + sort.Search(retries-1, func(i int) bool { return s.Wait(i+1) == Unlimited })
}
