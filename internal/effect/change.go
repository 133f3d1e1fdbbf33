// Package effect compares two versions of a spec by what they do: attempts,
// waits, limits, the errors that are retried, and the methods that follow a
// policy. A change of words without an effect is reported as such.
package effect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity says how much care a change asks for.
type Severity uint8

// The severities, from the lightest to the heaviest.
const (
	// Cosmetic changes nothing that a program does.
	Cosmetic Severity = iota
	// Notable changes what a call does, but makes no more load.
	Notable
	// Breaking makes more load (attempts, errors that are newly retried, waits
	// of half the length or less), takes away a protection (a timeout, jitter, a
	// bound), or takes away a name that Go code can use.
	Breaking
)

var severities = []string{"cosmetic", "notable", "breaking"}

// String returns "cosmetic", "notable" or "breaking".
func (s Severity) String() string { return severities[min(s, Breaking)] }

// ParseSeverity returns the severity of that name.
func ParseSeverity(name string) (Severity, error) {
	i := slices.Index(severities, name)
	if i < 0 {
		return 0, fmt.Errorf("severity %q is none of %s", name, strings.Join(severities, ", "))
	}
	return Severity(i), nil
}

// Change is one thing that is not what it was.
type Change struct {
	Severity Severity
	// Subject is what changed: "policy charge", "client RetryingGateway",
	// "RetryingGateway.Refund", or "the spec".
	Subject string
	// Aspect is what of it: "attempts", "newly retried", and so on.
	Aspect string
	// Old and New are the values; one of them may be empty.
	Old, New string
}

// Worst returns the heaviest severity of the changes, Cosmetic if there is none.
func Worst(changes []Change) Severity {
	worst := Cosmetic
	for _, c := range changes {
		worst = max(worst, c.Severity)
	}
	return worst
}

// BySeverity orders changes from the heaviest to the lightest, and leaves those
// of one severity as they are.
func BySeverity(changes []Change) {
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(b.Severity, a.Severity) })
}

// list collects the changes of one subject.
type list struct {
	subject string
	changes []Change
}

func (l *list) add(severity Severity, aspect, before, after string) {
	l.changes = append(l.changes, Change{severity, l.subject, aspect, before, after})
}
