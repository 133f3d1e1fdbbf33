package matcher

import (
	"math/rand/v2"
	"testing"
)

// randomTerms returns terms of a few kinds, so that many of them overlap.
func randomTerms(r *rand.Rand, n int) []Term {
	terms := make([]Term, n)
	for i := range terms {
		switch r.IntN(5) {
		case 0:
			low := 420 + r.IntN(15)
			terms[i] = statusTerm(Range{Low: low, High: low + r.IntN(6)})
		case 1:
			terms[i] = Class{Class: Classes[r.IntN(len(Classes))]}.Terms()[0]
		case 2:
			terms[i] = Term{Kind: "grpc", Value: GRPCCodes[r.IntN(3)]}
		case 3:
			terms[i] = Term{Kind: "code", Value: string(rune('A' + r.IntN(3)))}
		default:
			terms[i] = Pattern{Pattern: []string{"a", "b", "c", ".*"}[r.IntN(4)]}.Terms()[0]
		}
	}
	return terms
}

// covers reports whether terms match all that t does, one failure at a time.
func covers(terms []Term, t Term) bool {
	if t.Kind != "status" {
		return coversOne(terms, t)
	}
	for code := t.Statuses.Low; code <= t.Statuses.High; code++ {
		if !coversOne(terms, statusTerm(Range{Low: code, High: code})) {
			return false
		}
	}
	return true
}

func coversOne(terms []Term, t Term) bool {
	for _, by := range terms {
		sameStatus := t.Kind == "status" && by.Statuses.Low <= t.Statuses.Low && t.Statuses.High <= by.Statuses.High
		if by.All || by.Kind == t.Kind && by.Kind != "status" && by.Value == t.Value || sameStatus {
			return true
		}
	}
	return false
}

// TestSet compares a set with the same question put to each of its terms.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		terms := randomTerms(r, r.IntN(6))
		var set Set
		for _, term := range terms {
			set.Add(term)
		}
		asked := randomTerms(r, 1)[0]
		by, ok := set.Covering(asked)
		if ok != covers(terms, asked) {
			t.Fatalf("%v covered by %v: %v", asked, terms, ok)
		}
		if ok && !coversOne([]Term{by}, lowest(asked)) {
			t.Fatalf("%v is not covered by %v", asked, by)
		}
		for _, f := range Failures([]Term{asked}) {
			if set.Matches(f) != covers(terms, f.Facts[0]) {
				t.Fatalf("%v matched by %v: %v", f, terms, set.Matches(f))
			}
		}
	}
}

// lowest returns the part of a term that is asked for first.
func lowest(t Term) Term {
	if t.Kind == "status" {
		t.Statuses.High = t.Statuses.Low
	}
	return t
}

func TestWords(t *testing.T) {
	terms := Terms([]Matcher{
		Class{Class: "rate_limit"},
		GRPC{Codes: []string{"UNAVAILABLE", "ABORTED"}},
		Status{Ranges: []Range{{Low: 503, High: 504}, {Low: 429, High: 429}, {Low: 502, High: 502}}},
		Pattern{Pattern: "refused"},
		Type{Type: "Slow"},
		SQLState{States: []Value{{Text: "40001"}, {Text: "08*"}}},
	})
	const want = `status 429 502-504, gRPC ABORTED UNAVAILABLE, rate_limit, text like "refused", type Slow, SQLSTATE 40001 08*`
	if got := Words(terms); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestOutcomes has the outcomes that matchers know by themselves.
func TestOutcomes(t *testing.T) {
	undone := Undone
	for _, test := range []struct {
		matcher Matcher
		want    Outcome
	}{
		{Class{Class: "timeout"}, Unknown},
		{Class{Class: "rate_limit"}, NotSent},
		{Status{Ranges: []Range{{Low: 429, High: 429}}}, NotSent},
		{Status{Ranges: []Range{{Low: 503, High: 503}}}, Unknown},
		{SQLState{States: []Value{{Text: "40001"}}}, Undone},
		{SQLState{States: []Value{{Text: "40003"}}}, Unknown},
		{SQLState{States: []Value{{Text: "40*"}}}, Unknown},
		{SQLState{States: []Value{{Text: "08001"}}}, NotSent},
		{Code{Codes: []Value{{Text: "SlowDown"}}}, NotSent},
		{Code{Codes: []Value{{Text: "InternalError"}}}, Unknown},
		{Pattern{Entry: Entry{Outcome: &undone}, Pattern: "deadlock"}, Undone},
	} {
		if got := test.matcher.Terms()[0].Outcome; got != test.want {
			t.Errorf("%v: %v, want %v", test.matcher, got, test.want)
		}
	}
}
