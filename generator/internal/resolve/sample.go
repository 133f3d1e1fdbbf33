package resolve

import (
	"go/types"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/schema"
)

// samples returns errors that a matcher matches, one for each of its values. It
// returns none for a matcher of which no error can be made.
func (p *fakePackage) samples(known *model.Policy, m schema.Matcher) []model.Sample {
	var all []model.Sample
	twin := *known // a pattern adds itself to its policy
	for _, c := range (conditions{p.resolver, &twin}).resolve(m) {
		f := p.faultOf(m, c)
		if f == nil {
			continue
		}
		for _, value := range sampleValues(m, c, f.Make) {
			all = append(all, model.Sample{Make: f.Make, Value: value})
		}
	}
	return all
}

// sampleValues returns the values of the errors that a matcher matches; an empty one
// stands for an error without a value.
func sampleValues(m schema.Matcher, c model.Condition, make model.Maker) []string {
	switch c := c.(type) {
	case model.FieldIn:
		if len(c.Statuses) > 0 {
			return statusesOf(c.Statuses)
		}
		return withoutStars(c.Values)
	case model.StatusIn:
		return statusesOf(c)
	case model.CodeIn:
		return c.Codes
	case model.TextMatches:
		pattern, _ := m.Condition().(matcher.TextMatches)
		if text, ok := textLike(pattern.Expression); ok {
			return []string{text}
		}
		return nil
	case model.RuntimeCall:
		if call, ok := make.(model.MakeCall); ok && call.Param != "" {
			return withoutStars(c.Args)
		}
	case model.ErrorOfType:
		if !hasZero(c.Type) {
			return nil
		}
	case model.ErrorValue, model.Accepted, model.Answers:
	}
	return []string{""}
}

// hasZero reports whether an error of a type can be made without a value: it is no
// interface.
func hasZero(t types.Type) bool { return !types.IsInterface(t) }

// statusesOf returns both ends of ranges.
func statusesOf(ranges []matcher.Range) []string {
	var all []string
	for _, r := range ranges {
		all = append(all, strconv.Itoa(r.Low))
		if r.High != r.Low {
			all = append(all, strconv.Itoa(r.High))
		}
	}
	return all
}

// withoutStars returns values of which prefixes such as "08*" are filled up.
func withoutStars(values []string) []string {
	all := slices.Clone(values)
	for i, value := range all {
		if prefix, isPrefix := strings.CutSuffix(value, "*"); isPrefix {
			all[i] = prefix + strings.Repeat("0", max(5-len(prefix), 1))
		}
	}
	return all
}

// textLike returns a short text that an expression matches; ok is false if none is
// found.
func textLike(expression string) (text string, ok bool) {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return "", false
	}
	text = shortest(re.Simplify())
	matches, err := regexp.MatchString(expression, text)
	return text, err == nil && matches && text != ""
}

// shortest returns a short text that an expression matches, leaving aside what it asks
// of the places between characters.
func shortest(re *syntax.Regexp) string {
	var b strings.Builder
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		return string(printable(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpCapture, syntax.OpPlus, syntax.OpAlternate:
		return shortest(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			b.WriteString(shortest(sub))
		}
	case syntax.OpRepeat:
		for range re.Min {
			b.WriteString(shortest(re.Sub[0]))
		}
	default: // what matches the empty text
	}
	return b.String()
}

// printable returns a character of a class, a letter or a digit if it has one.
func printable(pairs []rune) rune {
	for i := 0; i+1 < len(pairs); i += 2 {
		for _, c := range "ax0 " {
			if pairs[i] <= c && c <= pairs[i+1] {
				return c
			}
		}
	}
	return pairs[0]
}
