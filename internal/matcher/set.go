package matcher

// maxStatus is the highest HTTP status code that a spec can name.
const maxStatus = 599

// Set is a list of terms in which it is quick to find the first one that
// matches an error. The zero value is empty.
type Set struct {
	terms []Term
	// byKey, byStatus and all are the first term for a key, for a status code,
	// and for every error: an index into terms plus one, or 0.
	byKey    map[key]int
	byStatus [maxStatus + 1]int
	all      int
}

// NewSet returns the set of the terms of matchers.
func NewSet(matchers []Matcher) *Set {
	s := new(Set)
	for _, t := range Terms(matchers) {
		s.Add(t)
	}
	return s
}

// Terms returns the terms of the set in the order in which they were added.
func (s *Set) Terms() []Term { return s.terms }

// Add adds a term at the end.
func (s *Set) Add(t Term) {
	s.terms = append(s.terms, t)
	n := len(s.terms)
	if s.byKey == nil {
		s.byKey = make(map[key]int)
	}
	if _, ok := s.byKey[t.key()]; !ok {
		s.byKey[t.key()] = n
	}
	if t.All && s.all == 0 {
		s.all = n
	}
	for code := max(t.Statuses.Low, 1); code <= min(t.Statuses.High, maxStatus); code++ {
		if s.byStatus[code] == 0 {
			s.byStatus[code] = n
		}
	}
}

// Covering returns the first term that matches all errors that t does. For a
// range of statuses that several terms cover together it returns the one that
// covers the lowest code.
func (s *Set) Covering(t Term) (Term, bool) {
	n := s.byKey[t.key()]
	if t.Kind == "status" {
		n = first(n, s.coveringStatuses(t.Statuses))
	}
	if n = first(n, s.all); n == 0 {
		return Term{}, false
	}
	return s.terms[n-1], true
}

// coveringStatuses returns the term for the lowest code of r, or 0 if a code of
// r has no term.
func (s *Set) coveringStatuses(r Range) int {
	for code := r.Low; code <= r.High; code++ {
		if s.byStatus[code] == 0 {
			return 0
		}
	}
	return s.byStatus[r.Low]
}

// first returns the smaller of two indexes of which 0 is none.
func first(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// HasStatus reports whether the set matches errors with an HTTP status code.
func (s *Set) HasStatus(code int) bool { return s.all > 0 || s.byStatus[code] > 0 }

// Matches reports whether the set matches a failure.
func (s *Set) Matches(f Failure) bool {
	for _, fact := range f.Facts {
		if _, ok := s.Covering(fact); ok {
			return true
		}
	}
	return s.all > 0
}
