package schema

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

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

func (d *decoder) errors(n *node) Errors {
	if n == nil {
		return Errors{}
	}
	o := d.object(n, "errors")
	var e Errors
	o.each("stop", func(item *node) { e.Stop = d.appendMatcher(e.Stop, item) })
	if n.has("retry") {
		e.Retry = []matcher.Matcher{}
	}
	o.each("retry", func(item *node) { e.Retry = d.appendMatcher(e.Retry, item) })
	return e
}

func (d *decoder) appendMatcher(matchers []Matcher, n *node) []matcher.Matcher {
	if m := d.matcher(n); m != nil {
		matchers = append(matchers, m)
	}
	return matchers
}

// matcher returns the item of a list of errors, or nil if it is wrong.
func (d *decoder) matcher(n *node) matcher.Matcher {
	if n.kind == text {
		if slices.Contains(matcher.Classes, n.text) {
			return matcher.Class{Entry: matcher.Place(n.pointer), Class: n.text}
		}
		return matcher.Go{Entry: matcher.Place(n.pointer), Name: d.goName(n)}
	}
	o := d.object(n, "matcher")
	status, grpc, pattern := o.get("status"), o.get("grpc"), o.get("pattern")
	name, function := o.get("type"), o.get("func")
	switch {
	case status != nil:
		return matcher.Status{Entry: matcher.Place(n.pointer), Ranges: d.statusRanges(status)}
	case grpc != nil:
		return d.grpc(n.pointer, o)
	case pattern != nil:
		return matcher.Pattern{Entry: matcher.Place(n.pointer), Pattern: d.pattern(pattern)}
	case name != nil:
		return matcher.Type{Entry: matcher.Place(n.pointer), Type: d.word(name, "")}
	case function != nil:
		return matcher.Func{Entry: matcher.Place(n.pointer), Name: d.goName(function)}
	default:
		d.doubt(n)
		return nil
	}
}

func (d *decoder) grpc(p Pointer, o object) matcher.Matcher {
	m := matcher.GRPC{Entry: matcher.Place(p)}
	o.each("grpc", func(item *node) { m.Codes = append(m.Codes, d.word(item, "")) })
	return m
}

// statusRanges returns the status codes of n: a code, a range or a list.
func (d *decoder) statusRanges(n *node) []matcher.Range {
	items := n.items
	if n.kind != list {
		items = []*node{n}
	}
	ranges := make([]matcher.Range, len(items))
	for i, item := range items {
		ranges[i] = d.statusRange(item)
		ranges[i].At = item.pointer
	}
	return ranges
}

func (d *decoder) statusRange(n *node) matcher.Range {
	if n.kind == number {
		code := int(d.integer(n, 0))
		return matcher.Range{Low: code, High: code}
	}
	first, last, isRange := strings.Cut(d.word(n, ""), "-")
	low, errLow := strconv.Atoi(first)
	if !isRange {
		last = first
	}
	high, errHigh := strconv.Atoi(last)
	if errLow != nil || errHigh != nil {
		d.doubt(n)
		return matcher.Range{}
	}
	if low > high {
		d.refuse(RuleContradiction, n, fmt.Sprintf("the range %s ends before it begins", finding.Clip(n.text)), fmt.Sprintf("write %d-%d", high, low))
	}
	return matcher.Range{Low: low, High: high}
}

// pattern returns the regular expression n.
func (d *decoder) pattern(n *node) string {
	pattern := d.word(n, "")
	d.patterns++
	switch {
	case d.patterns == maxPatterns+1:
		d.refuse(RuleLimit, n, fmt.Sprintf("the spec has more than %d patterns", maxPatterns), "join some of them into one")
	case len(pattern) > maxPattern:
		d.refuse(RuleLimit, n, fmt.Sprintf("the pattern has more than %d bytes", maxPattern), "match a shorter part of the text")
	default:
		d.checkPattern(n, pattern)
	}
	return pattern
}

func (d *decoder) checkPattern(n *node, pattern string) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		d.refuse(RuleFormat, n, "not a regular expression: "+patternProblem(err), "the syntax is that of RE2, without lookaround and backreferences")
		return
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil || len(program.Inst) > maxInstructions {
		d.refuse(RuleLimit, n, "the pattern takes too long to match", "use smaller repetition counts")
	}
}

func patternProblem(err error) string {
	if e, ok := err.(*syntax.Error); ok {
		return fmt.Sprintf("%s at %s", e.Code, finding.Quote(e.Expr))
	}
	return err.Error()
}
