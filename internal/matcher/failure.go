package matcher

import "fmt"

// Failure is a way in which an attempt can fail, as policies see it
// such ways apart.
type Failure struct {
	// Label says what failed, for example "status 503".
	Label string
	// Facts are what matchers can see of the error. It has none if no matcher
	// that names a kind of errors matches it.
	Facts []Term
	// RetrySafe is set if the error says that a retry is safe.
	RetrySafe bool
}

// Failed returns the failure that only the given term describes. A range of
// statuses stands for its lowest code.
func Failed(t Term) Failure {
	if t.Kind == "status" {
		return StatusFailure(t.Statuses.Low)
	}
	return Failure{Label: t.String(), Facts: []Term{t}}
}

// StatusFailure returns the failure with an HTTP status code.
func StatusFailure(code int) Failure {
	return Failure{Label: fmt.Sprintf("status %d", code), Facts: []Term{statusTerm(Range{Low: code, High: code})}}
}

// ClassFailure returns the failure of a class, such as "timeout".
func ClassFailure(class string) Failure { return Failed(Class{Class: class}.Terms()[0]) }

// Failures returns the failures that terms distinguish, each once, in order:
// every status code of a range, and one failure for any other term.
func Failures(terms []Term) []Failure {
	var failures []Failure
	seen := make(map[key]bool)
	add := func(t Term) {
		if !seen[t.key()] {
			seen[t.key()] = true
			failures = append(failures, Failed(t))
		}
	}
	for _, t := range terms {
		if t.Kind != "status" {
			add(t)
			continue
		}
		for code := t.Statuses.Low; code <= t.Statuses.High; code++ {
			add(statusTerm(Range{Low: code, High: code}))
		}
	}
	return failures
}

// WordsOf returns the failures in words, with statuses joined to ranges.
func WordsOf(failures []Failure) string {
	var terms []Term
	for _, f := range failures {
		terms = append(terms, f.Facts...)
	}
	return Words(terms)
}
