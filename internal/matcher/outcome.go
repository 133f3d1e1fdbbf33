package matcher

// Outcome says what happened to the operation when its error came back.
type Outcome uint8

const (
	// Unknown means that the operation may have been carried out: the answer
	// was lost, as after a timeout or a connection reset.
	Unknown Outcome = iota
	// NotSent means that nothing was executed: the connection was refused, or
	// the server turned the request away.
	NotSent
	// Undone means that the operation was rolled back, as after a deadlock.
	Undone
)

// Outcomes are the outcomes as a spec spells them, in the order of their values.
var Outcomes = []string{"unknown", "not_sent", "undone"}

// String returns "unknown", "not_sent" or "undone".
func (o Outcome) String() string { return Outcomes[o] }

// IsSafe reports whether a retry cannot carry out the operation twice.
func (o Outcome) IsSafe() bool { return o != Unknown }

// With returns the part of a matcher that stands for an outcome, or nil.
func With(o Outcome, m Matcher) Matcher {
	terms := m.Terms()
	keep := make([]bool, len(terms))
	for i, t := range terms {
		keep[i] = t.Outcome == o
	}
	return m.only(keep)
}

// SaysOutcome reports whether the spec itself gives the outcome of a matcher.
func SaysOutcome(m Matcher) bool { return m.entry().Outcome != nil && Service(m) == "" }

// kept returns the items that are kept.
func kept[T any](items []T, keep []bool) []T {
	var all []T
	for i, item := range items {
		if keep[i] {
			all = append(all, item)
		}
	}
	return all
}

// whole returns a matcher of one term, if that is kept.
func whole(m Matcher, keep []bool) Matcher {
	if keep[0] {
		return m
	}
	return nil
}
