package matcher

import (
	"slices"
	"strconv"
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
	// Value distinguishes the terms of one kind. It is empty for a status.
	Value string
	// Field is the field of a type from which the value is read; it is set only
	// if Kind is "field".
	Field string
	// Statuses are the HTTP status codes that the term matches; zero if it is
	// not about status codes.
	Statuses Range
	// Outcome is what happened to the operation when the error came.
	Outcome Outcome
	// Service is the service whose table has the term, or empty.
	Service string
	// All is set if the term matches every error.
	All bool
}

// key identifies a term in a set.
type key struct {
	kind, field, value string
	statuses           Range
}

func (t Term) key() key {
	k := key{kind: t.Kind, field: t.Field, value: t.Value}
	if t.Kind == "status" {
		k.statuses = Range{Low: t.Statuses.Low, High: t.Statuses.High}
	}
	return k
}

// String returns the term as a reader knows it, for example "status 429".
func (t Term) String() string { return Words([]Term{t}) }

// Words returns what terms match, for example "status 429 502-504, timeout". The
// statuses come first, as ranges, then the gRPC codes, then all others in order.
// Terms that differ in their values only are named together.
func Words(terms []Term) string {
	var statuses []Range
	var codes []string
	var others group
	for _, t := range terms {
		if t.Service != "" {
			others.addService(t.Service)
			continue
		}
		switch t.Kind {
		case "status":
			statuses = append(statuses, t.Statuses)
		case "grpc":
			codes = append(codes, t.Value)
		default:
			others.add(t.words())
		}
	}
	var words []string
	if len(statuses) > 0 {
		words = append(words, "status "+rangeWords(Merge(statuses)))
	}
	if len(codes) > 0 {
		slices.Sort(codes)
		words = append(words, "gRPC "+strings.Join(codes, " "))
	}
	for _, phrase := range others.phrases {
		words = append(words, strings.Join(phrase, " "))
	}
	return strings.Join(words, ", ")
}

// group collects phrases of a subject and a value. Values of one subject that
// follow each other share a phrase.
type group struct {
	phrases [][]string
	subject string // of the last phrase
}

func (g *group) add(subject, value string) {
	switch {
	case subject == "":
		g.phrases = append(g.phrases, []string{value})
	case subject == g.subject:
		last := &g.phrases[len(g.phrases)-1]
		*last = append(*last, value)
	default:
		g.phrases = append(g.phrases, []string{subject, value})
	}
	g.subject = subject
}

// addService adds the table of a service, once for all of its terms.
func (g *group) addService(name string) {
	if phrase := "service " + name; g.subject != phrase {
		g.phrases = append(g.phrases, []string{phrase})
		g.subject = phrase
	}
}

// words returns the subject of a term, which may be empty, and its value.
func (t Term) words() (subject, value string) {
	switch t.Kind {
	case "pattern":
		return "text like", strconv.Quote(t.Value)
	case "prefix":
		return "text that begins with", strconv.Quote(t.Value)
	case "type", "code", "label":
		return t.Kind, t.Value
	case "sqlstate":
		return "SQLSTATE", t.Value
	case "field":
		return t.Field, t.Value
	case "func":
		return "", "errors that " + t.Value + " accepts"
	case "method":
		return "", "errors whose " + t.Value + "() is true"
	default:
		return "", t.Value
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
