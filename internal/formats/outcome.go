package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
)

// outcome is a way in which an attempt can fail, as far as policies tell such
// ways apart.
type outcome struct {
	label   string
	class   string // "timeout" or "network"
	status  int
	code    string
	typ     string
	matcher string // a matcher that knows it, of those that only Go can tell
	isSafe  bool   // the error says that it is safe to retry
}

var plainFailure = outcome{label: "an error that no rule names"}

// retries reports whether a policy retries after the outcome, if it still may.
func retries(p *policy.Policy, o outcome) bool {
	switch {
	case slices.ContainsFunc(p.Stop, o.isMatched):
		return false
	case slices.ContainsFunc(p.Retry, o.isMatched):
		return true
	default:
		return p.Otherwise == policy.RetryAll || p.Otherwise == policy.RetryUnlessMarked || p.Otherwise == policy.RetryIfSafe && o.isSafe
	}
}

func (o outcome) isMatched(m matcher.Matcher) bool {
	switch m := m.(type) {
	case matcher.Class:
		return o.isOf(m.Class)
	case matcher.Status:
		return o.status != 0 && hasStatus(m, o.status)
	case matcher.GRPC:
		return o.code != "" && slices.Contains(m.Codes, o.code)
	case matcher.Type:
		return o.typ != "" && o.typ == m.Type
	default:
		return o.matcher != "" && o.matcher == key(m)
	}
}

func (o outcome) isOf(class string) bool {
	switch class {
	case "server_error":
		return o.status >= 500 && o.status <= 599
	case "rate_limit":
		return o.status == 429
	default:
		return o.class == class
	}
}

// key names a matcher that only Go code or the text of an error can satisfy.
func key(m matcher.Matcher) string {
	switch m := m.(type) {
	case matcher.Go:
		return m.Name.String()
	case matcher.Func:
		return "an error that " + m.Name.String() + " accepts"
	case matcher.Pattern:
		return "an error with a text like " + finding.Quote(m.Pattern)
	default:
		return ""
	}
}

// anyOutcome returns the outcomes that either of two policies tells apart.
func anyOutcome(original, read *policy.Policy) []outcome {
	all := []outcome{
		plainFailure,
		{label: "an error that says it is safe to retry", isSafe: true},
		{label: "a timeout", class: "timeout"},
		{label: "a failure of the network", class: "network"},
		ofStatus(429), ofStatus(500), ofStatus(503),
	}
	for _, m := range slices.Concat(original.Stop, original.Retry, read.Stop, read.Retry) {
		all = append(all, outcomesOf(m)...)
	}
	seen := make(map[string]bool)
	return slices.DeleteFunc(all, func(o outcome) bool {
		twice := seen[o.label]
		seen[o.label] = true
		return twice
	})
}

func ofStatus(status int) outcome {
	return outcome{label: fmt.Sprintf("status %d", status), status: status}
}

// outcomesOf returns outcomes that a matcher tells from others, on both sides
// of its bounds.
func outcomesOf(m matcher.Matcher) []outcome {
	var all []outcome
	switch m := m.(type) {
	case matcher.Status:
		for _, r := range m.Ranges {
			all = append(all, ofStatus(r.Low-1), ofStatus(r.Low), ofStatus(r.High), ofStatus(r.High+1))
		}
	case matcher.GRPC:
		for _, code := range m.Codes {
			all = append(all, outcome{label: "gRPC code " + code, code: code})
		}
	case matcher.Type:
		all = append(all, outcome{label: "an error of type " + finding.Quote(m.Type), typ: m.Type})
	case matcher.Go, matcher.Func, matcher.Pattern:
		all = append(all, outcome{label: key(m), matcher: key(m)})
	}
	return all
}

// grpcOutcomes returns the failures of a gRPC call: every one has a code. A
// timeout is one of them, by another name.
func grpcOutcomes(_, _ *policy.Policy) []outcome {
	all := make([]outcome, len(grpcCodes))
	for i, code := range grpcCodes {
		all[i] = outcome{label: "gRPC code " + code, code: code}
		if code == "DEADLINE_EXCEEDED" {
			all[i].class = "timeout"
		}
	}
	return all
}

// labels lists the first of the outcomes.
func labels(outcomes []outcome) string {
	const most = 4
	var words []string
	for _, o := range outcomes[:min(len(outcomes), most)] {
		words = append(words, o.label)
	}
	if more := len(outcomes) - most; more > 0 {
		words = append(words, fmt.Sprintf("%d more", more))
	}
	return strings.Join(words, ", ")
}
