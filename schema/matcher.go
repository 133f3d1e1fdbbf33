package schema

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
)

// Bounds on the regular expressions of a spec, which are matched against the
// text of errors on every failure.
const (
	maxPattern      = 256  // bytes of one
	maxPatterns     = 64   // in a spec
	maxInstructions = 1000 // of a compiled one
)

func decodeErrors(n decode.Value) Errors {
	if !n.IsSet() {
		return Errors{}
	}
	o := n.Object("errors")
	var e Errors
	o.Each("stop", func(item decode.Value) { e.Stop = appendMatcher(e.Stop, item) })
	if n.Has("retry") {
		e.Retry = []matcher.Matcher{}
	}
	o.Each("retry", func(item decode.Value) { e.Retry = appendMatcher(e.Retry, item) })
	return e
}

func appendMatcher(matchers []matcher.Matcher, n decode.Value) []matcher.Matcher {
	if m := decodeMatcher(n); m != nil {
		matchers = append(matchers, m)
	}
	return matchers
}

// decodeMatcher returns the item of a list of errors, or nil if it is wrong.
func decodeMatcher(n decode.Value) matcher.Matcher {
	if n.Is(document.Text) {
		if slices.Contains(matcher.Classes, n.Text()) {
			return matcher.Class{Entry: matcher.Place(n.Pointer()), Class: n.Text()}
		}
		return matcher.Go{Entry: matcher.Place(n.Pointer()), Name: decodeGoName(n)}
	}
	o := n.Object("matcher")
	status, grpc, pattern := o.Get("status"), o.Get("grpc"), o.Get("pattern")
	name, function := o.Get("type"), o.Get("func")
	switch {
	case status.IsSet():
		return matcher.Status{Entry: matcher.Place(n.Pointer()), Ranges: decodeStatusRanges(status)}
	case grpc.IsSet():
		return decodeGRPC(n.Pointer(), o)
	case pattern.IsSet():
		return matcher.Pattern{Entry: matcher.Place(n.Pointer()), Pattern: decodePattern(pattern)}
	case name.IsSet():
		return matcher.Type{Entry: matcher.Place(n.Pointer()), Type: name.Word("")}
	case function.IsSet():
		return matcher.Func{Entry: matcher.Place(n.Pointer()), Name: decodeGoName(function)}
	default:
		n.Unreadable()
		return nil
	}
}

func decodeGRPC(p Pointer, o decode.Object) matcher.Matcher {
	m := matcher.GRPC{Entry: matcher.Place(p)}
	o.Each("grpc", func(item decode.Value) { m.Codes = append(m.Codes, item.Word("")) })
	return m
}

// decodeStatusRanges returns the status codes of n: a code, a range or a list.
func decodeStatusRanges(n decode.Value) []matcher.Range {
	items := []decode.Value{n}
	if n.Is(document.List) {
		items = n.Items()
	}
	ranges := make([]matcher.Range, len(items))
	for i, item := range items {
		ranges[i] = decodeStatusRange(item)
		ranges[i].At = item.Pointer()
	}
	return ranges
}

func decodeStatusRange(n decode.Value) matcher.Range {
	if n.Is(document.Number) {
		code := int(n.Integer(0))
		return matcher.Range{Low: code, High: code}
	}
	first, last, isRange := strings.Cut(n.Word(""), "-")
	low, errLow := strconv.Atoi(first)
	if !isRange {
		last = first
	}
	high, errHigh := strconv.Atoi(last)
	if errLow != nil || errHigh != nil {
		n.Unreadable()
		return matcher.Range{}
	}
	if low > high {
		n.Reject(decode.Contradiction, fmt.Sprintf("the range %s ends before it begins", finding.Clip(n.Text())), fmt.Sprintf("write %d-%d", high, low))
	}
	return matcher.Range{Low: low, High: high}
}

// decodePattern returns the regular expression n.
func decodePattern(n decode.Value) string {
	pattern := n.Word("")
	switch {
	case n.Context().Count("pattern") == maxPatterns+1:
		n.Reject(document.Limit, fmt.Sprintf("the spec has more than %d patterns", maxPatterns), "join some of them into one")
	case len(pattern) > maxPattern:
		n.Reject(document.Limit, fmt.Sprintf("the pattern has more than %d bytes", maxPattern), "match a shorter part of the text")
	default:
		checkPattern(n, pattern)
	}
	return pattern
}

func checkPattern(n decode.Value, pattern string) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		n.Reject(document.Format, "not a regular expression: "+patternProblem(err), "the syntax is that of RE2, without lookaround and backreferences")
		return
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil || len(program.Inst) > maxInstructions {
		n.Reject(document.Limit, "the pattern takes too long to match", "use smaller repetition counts")
	}
}

func patternProblem(err error) string {
	if e, ok := err.(*syntax.Error); ok {
		return fmt.Sprintf("%s at %s", e.Code, finding.Quote(e.Expr))
	}
	return err.Error()
}
