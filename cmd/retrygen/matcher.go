package main

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// matchers lists matchers in words.
func matchers(list []schema.Matcher) string {
	words := make([]string, len(list))
	for i, m := range list {
		words[i] = matcher(m)
	}
	return strings.Join(words, ", ")
}

func matcher(m schema.Matcher) string {
	switch m := m.(type) {
	case schema.ClassMatcher:
		return strings.ReplaceAll(m.Class, "_", " ")
	case schema.GoMatcher:
		return m.Name.String()
	case schema.StatusMatcher:
		return "status " + statusRanges(m.Ranges)
	case schema.GRPCMatcher:
		return "gRPC " + strings.Join(m.Codes, " ")
	case schema.PatternMatcher:
		return "text like " + fmt.Sprintf("%q", m.Pattern)
	case schema.TypeMatcher:
		return "type " + m.Type
	case schema.FuncMatcher:
		return "what " + m.Name.String() + " accepts"
	default:
		return fmt.Sprintf("%T", m)
	}
}

func statusRanges(ranges []schema.StatusRange) string {
	words := make([]string, len(ranges))
	for i, r := range ranges {
		words[i] = fmt.Sprint(r.Low)
		if r.High > r.Low {
			words[i] += fmt.Sprint("-", r.High)
		}
	}
	return strings.Join(words, " ")
}
