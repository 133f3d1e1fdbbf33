package matcher

import (
	"regexp/syntax"
	"slices"
)

// MatchesNothing reports whether the expression matches no text. It does not
// recognize all such expressions.
func (m Pattern) MatchesNothing() bool { return decide(m.Pattern, never) }

// MatchesEverything reports whether the expression matches every text. It does
// not recognize all such expressions.
func (m Pattern) MatchesEverything() bool { return decide(m.Pattern, always) }

func decide(pattern string, question func(*syntax.Regexp) bool) bool {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil && question(tree.Simplify())
}

// never reports whether r matches nothing: a class without characters, or text
// before the beginning or after the end.
func never(r *syntax.Regexp) bool {
	switch r.Op {
	case syntax.OpNoMatch:
		return true
	case syntax.OpCharClass:
		return len(r.Rune) == 0
	case syntax.OpConcat:
		return slices.ContainsFunc(r.Sub, never) || isOutside(r.Sub)
	case syntax.OpCapture, syntax.OpPlus:
		return never(r.Sub[0])
	case syntax.OpAlternate:
		return all(r.Sub, never)
	default:
		return false
	}
}

// isOutside reports whether one of the parts is text after the end, or the
// beginning after text.
func isOutside(parts []*syntax.Regexp) bool {
	text, ended := false, false
	for _, part := range parts {
		isText := consumes(part)
		if text && part.Op == syntax.OpBeginText || ended && isText {
			return true
		}
		text = text || isText
		ended = ended || part.Op == syntax.OpEndText
	}
	return false
}

// consumes reports whether every match of r is at least a character long.
func consumes(r *syntax.Regexp) bool {
	switch r.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	case syntax.OpConcat:
		return slices.ContainsFunc(r.Sub, consumes)
	case syntax.OpCapture, syntax.OpPlus:
		return consumes(r.Sub[0])
	case syntax.OpAlternate:
		return all(r.Sub, consumes)
	default:
		return false
	}
}

// always reports whether r matches the empty text wherever it is tried.
func always(r *syntax.Regexp) bool {
	switch r.Op {
	case syntax.OpEmptyMatch, syntax.OpStar, syntax.OpQuest:
		return true
	case syntax.OpConcat:
		return all(r.Sub, always)
	case syntax.OpCapture, syntax.OpPlus:
		return always(r.Sub[0])
	case syntax.OpAlternate:
		return slices.ContainsFunc(r.Sub, always)
	default:
		return false
	}
}

func all(parts []*syntax.Regexp, question func(*syntax.Regexp) bool) bool {
	return !slices.ContainsFunc(parts, func(part *syntax.Regexp) bool { return !question(part) })
}
