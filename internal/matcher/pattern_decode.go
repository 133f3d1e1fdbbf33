package matcher

import (
	"fmt"
	"regexp/syntax"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// Bounds on the regular expressions of a spec, which are matched against the
// text of errors on every failure.
const (
	maxPattern      = 256  // bytes of one
	maxPatterns     = 64   // in a spec
	maxInstructions = 1000 // of a compiled one
)

func decodePattern(i item) Matcher {
	return Pattern{Entry: i.entry, Pattern: DecodeExpression(i.value)}
}

// DecodeExpression returns the regular expression that a value spells.
func DecodeExpression(v decode.Value) string {
	expression := v.Word("")
	switch {
	case v.Context().Count("pattern") == maxPatterns+1:
		v.Reject(document.Limit, fmt.Sprintf("the spec has more than %d patterns", maxPatterns), "join some of them into one")
	case len(expression) > maxPattern:
		v.Reject(document.Limit, fmt.Sprintf("the pattern has more than %d bytes", maxPattern), "match a shorter part of the text")
	default:
		checkExpression(v, expression)
	}
	return expression
}

func checkExpression(v decode.Value, expression string) {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		v.Reject(document.Format, "not a regular expression: "+problem(err), "write it in RE2 syntax, without lookaround and backreferences")
		return
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil || len(program.Inst) > maxInstructions {
		v.Reject(document.Limit, "the pattern takes too long to match", "use smaller repetition counts")
	}
}

func problem(err error) string {
	if e, ok := err.(*syntax.Error); ok {
		return fmt.Sprintf("%s at %s", e.Code, finding.Quote(e.Expr))
	}
	return err.Error()
}
