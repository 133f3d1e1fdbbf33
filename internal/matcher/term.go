package matcher

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// Term is the smallest part of a list of errors: one status code or range of
// codes, one gRPC code, or one matcher of another kind.
type Term struct {
	// At is the place of the term in the spec.
	At finding.Pointer
	// Kind is the key of the matcher in a spec, such as "status". It is "class"
	// or "go" for what a spec writes as a plain text.
	Kind string
	// Value tells the terms of one kind apart. It is empty for a status.
	Value string
	// Statuses are the HTTP status codes that the term matches; zero if it is
	// not about status codes.
	Statuses Range
	// Outcome is what happened to the operation when the error came.
	Outcome Outcome
	// All is set if the term matches every error.
	All bool
}

// key identifies a term in a set.
type key struct {
	kind, value string
	statuses    Range
}

func (t Term) key() key {
	k := key{kind: t.Kind, value: t.Value}
	if t.Kind == "status" {
		k.statuses = Range{Low: t.Statuses.Low, High: t.Statuses.High}
	}
	return k
}

// String returns the term as a reader knows it, for example "status 429".
func (t Term) String() string { return Words([]Term{t}) }

// Words returns what terms match, for example "status 429 502-504, timeout".
// The statuses come first, as ranges, then the gRPC codes, then all others.
func Words(terms []Term) string {
	var statuses []Range
	var codes, others []string
	for _, t := range terms {
		switch t.Kind {
		case "status":
			statuses = append(statuses, t.Statuses)
		case "grpc":
			codes = append(codes, t.Value)
		default:
			others = append(others, t.words())
		}
	}
	var words []string
	if len(statuses) > 0 {
		words = append(words, "status "+rangeWords(merge(statuses)))
	}
	if len(codes) > 0 {
		slices.Sort(codes)
		words = append(words, "gRPC "+strings.Join(codes, " "))
	}
	return strings.Join(append(words, others...), ", ")
}

// words returns what a term matches that stands alone.
func (t Term) words() string {
	switch t.Kind {
	case "pattern":
		return fmt.Sprintf("text like %q", t.Value)
	case "type":
		return "type " + t.Value
	case "func":
		return "errors that " + t.Value + " accepts"
	case "sqlstate":
		return "SQLSTATE " + t.Value
	case "code", "label":
		return t.Kind + " " + t.Value
	case "prefix":
		return fmt.Sprintf("text that begins with %q", t.Value)
	case "method":
		return "errors whose " + t.Value + "() is true"
	default:
		return t.Value
	}
}

// Terms returns the terms of matchers, in order.
func Terms(matchers []Matcher) []Term {
	var terms []Term
	for _, m := range matchers {
		terms = append(terms, m.Terms()...)
	}
	return terms
}

// Describe returns what matchers match, in words.
func Describe(matchers []Matcher) string { return Words(Terms(matchers)) }
