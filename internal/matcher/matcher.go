// Package matcher has the rules about errors that a spec lists under
// errors.stop and errors.retry, and that dialects bring along.
//
// Each kind of matcher is one file: its fields, how a spec spells it, what it
// matches, and the Go condition that the generated code tests. What lists of
// matchers match together is in [Set]; the linter, the comparison of specs and
// the export to other systems all use it.
package matcher

import "github.com/retrygen/retrygen/internal/finding"

// Matcher matches errors, also through wrapping. Its kind is its type: [Class],
// [Go], [Status], [GRPC], [Pattern], [Type] or [Func].
type Matcher interface {
	// At returns the place of the matcher in the spec.
	At() finding.Pointer
	// Terms returns the parts of which the matcher is made: it matches an error
	// if one of them does.
	Terms() []Term
	// Condition returns what generated code tests.
	Condition() Condition
	// only returns the parts of the matcher whose terms are kept; nil if none is.
	only(keep []bool) Matcher
	// with returns the matcher with another entry.
	with(e Entry) Matcher
	entry() Entry
}

// Entry is what matchers of all kinds have.
type Entry struct {
	// Pointer is the place of the matcher in the spec.
	Pointer finding.Pointer
	// Outcome is what the spec says about the outcome of the operation; nil
	// leaves it to the kind of the matcher.
	Outcome *Outcome
	// Service is the name of the service in whose table the matcher is, or
	// empty. Such a matcher is left out where its Go package is not used.
	Service string
}

// At returns the place of the matcher in the spec.
func (e Entry) At() finding.Pointer { return e.Pointer }

// entry returns e itself.
func (e Entry) entry() Entry { return e }

// Value is a text of a list, and its place in the spec.
type Value struct {
	Text string
	At   finding.Pointer
}

// texts returns the texts of values.
func texts(values []Value) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = v.Text
	}
	return all
}

// terms returns a term for each value. known returns the outcome that a value
// stands for by itself.
func (e Entry) terms(kind string, values []Value, known func(value string) Outcome) []Term {
	terms := make([]Term, len(values))
	for i, value := range values {
		at := value.At
		if at == "" {
			at = e.Pointer
		}
		terms[i] = Term{At: at, Kind: kind, Value: value.Text, Outcome: e.outcome(known(value.Text)), Service: e.Service}
	}
	return terms
}

// outcome returns the outcome that the spec gives, or else the known one.
func (e Entry) outcome(known Outcome) Outcome {
	if e.Outcome != nil {
		return *e.Outcome
	}
	return known
}

// Place returns an entry at the given place, whose outcome is left to the kind
// of its matcher.
func Place(p finding.Pointer) Entry { return Entry{Pointer: p} }

// OfService returns a matcher of the table of a service, at the place where a
// spec names the service.
func OfService(m Matcher, name string, at finding.Pointer) Matcher {
	e := m.entry()
	e.Pointer, e.Service = at, name
	return m.with(e)
}

// Service returns the name of the service in whose table a matcher is, or "".
func Service(m Matcher) string { return m.entry().Service }
