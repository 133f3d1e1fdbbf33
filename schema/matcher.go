package schema

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// Bounds on the regular expressions of a spec, which are matched against the
// text of errors on every failure.
const (
	maxPattern      = 256  // bytes of one
	maxPatterns     = 64   // in a spec
	maxInstructions = 1000 // of a compiled one
)

var classes = []string{"timeout", "network", "server_error", "rate_limit"}

func (d *decoder) errors(n *node) Errors {
	if n == nil {
		return Errors{}
	}
	o := d.object(n, "errors")
	var e Errors
	o.each("stop", func(item *node) { e.Stop = d.appendMatcher(e.Stop, item) })
	if n.has("retry") {
		e.Retry = []Matcher{}
	}
	o.each("retry", func(item *node) { e.Retry = d.appendMatcher(e.Retry, item) })
	return e
}

func (d *decoder) appendMatcher(matchers []Matcher, n *node) []Matcher {
	if m := d.matcher(n); m != nil {
		matchers = append(matchers, m)
	}
	return matchers
}

// matcher returns the item of a list of errors, or nil if it is wrong.
func (d *decoder) matcher(n *node) Matcher {
	if n.kind == text {
		if slices.Contains(classes, n.text) {
			return ClassMatcher{n.pointer, n.text}
		}
		return GoMatcher{n.pointer, d.goName(n)}
	}
	o := d.object(n, "matcher")
	status, grpc, pattern := o.get("status"), o.get("grpc"), o.get("pattern")
	name, function := o.get("type"), o.get("func")
	switch {
	case status != nil:
		return StatusMatcher{n.pointer, d.statusRanges(status)}
	case grpc != nil:
		return d.grpc(n.pointer, o)
	case pattern != nil:
		return PatternMatcher{Pointer: n.pointer, Pattern: d.pattern(pattern)}
	case name != nil:
		return TypeMatcher{n.pointer, d.word(name, "")}
	case function != nil:
		return FuncMatcher{n.pointer, d.goName(function)}
	default:
		d.doubt(n)
		return nil
	}
}

func (d *decoder) grpc(p Pointer, o object) Matcher {
	m := GRPCMatcher{Pointer: p}
	o.each("grpc", func(item *node) { m.Codes = append(m.Codes, d.word(item, "")) })
	return m
}

// statusRanges returns the status codes of n: a code, a range or a list.
func (d *decoder) statusRanges(n *node) []StatusRange {
	items := n.items
	if n.kind != list {
		items = []*node{n}
	}
	ranges := make([]StatusRange, 0, len(items))
	for _, item := range items {
		ranges = append(ranges, d.statusRange(item))
	}
	return ranges
}

func (d *decoder) statusRange(n *node) StatusRange {
	if n.kind == number {
		code := int(d.integer(n, 0))
		return StatusRange{code, code}
	}
	first, last, isRange := strings.Cut(d.word(n, ""), "-")
	low, errLow := strconv.Atoi(first)
	if !isRange {
		last = first
	}
	high, errHigh := strconv.Atoi(last)
	if errLow != nil || errHigh != nil {
		d.doubt(n)
		return StatusRange{}
	}
	if low > high {
		d.refuse(RuleContradiction, n, fmt.Sprintf("the range %s ends before it begins", finding.Clip(n.text)), fmt.Sprintf("write %d-%d", high, low))
	}
	return StatusRange{low, high}
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

// foldedPattern returns a matcher for errors whose text contains one of the
// given words in any case, as Prodigy's code looks for them.
func foldedPattern(p Pointer, words []string) PatternMatcher {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = regexp.QuoteMeta(word)
	}
	return PatternMatcher{Pointer: p, Pattern: "(?i:" + strings.Join(quoted, "|") + ")", Fold: true}
}
