package foreign

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// AnyFailure returns the failures on which two policies can differ.
func AnyFailure(original, read *policy.Classifier) []matcher.Failure {
	terms := []matcher.Term{
		matcher.Class{Class: "timeout"}.Terms()[0], matcher.Class{Class: "network"}.Terms()[0],
		statusTerm(429), statusTerm(500), statusTerm(503),
	}
	for _, t := range append(original.Terms(), read.Terms()...) {
		terms = append(terms, samples(t)...)
	}
	return append([]matcher.Failure{
		{Label: "an error that no rule names"},
		{Label: "an error that says it is safe to retry", RetrySafe: true},
	}, matcher.Failures(terms)...)
}

// samples returns a term, or, for a range of statuses, the statuses on both
// sides of its bounds.
func samples(t matcher.Term) []matcher.Term {
	if t.Kind != "status" {
		return []matcher.Term{t}
	}
	low, high := t.Statuses.Low, t.Statuses.High
	return []matcher.Term{statusTerm(low - 1), statusTerm(low), statusTerm(high), statusTerm(high + 1)}
}

func statusTerm(code int) matcher.Term { return matcher.StatusFailure(code).Facts[0] }

// Labels lists the first of the failures.
func Labels(failures []matcher.Failure) string {
	const most = 4
	var words []string
	for _, f := range failures[:min(len(failures), most)] {
		words = append(words, f.Label)
	}
	if more := len(failures) - most; more > 0 {
		words = append(words, fmt.Sprintf("%d more", more))
	}
	return strings.Join(words, ", ")
}
