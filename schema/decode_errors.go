package schema

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/matcher"
)

func decodeErrors(v decode.Value) Errors {
	if !v.IsSet() {
		return Errors{}
	}
	o := v.Object("errors")
	var e Errors
	o.Each("stop", func(item decode.Value) { e.Stop = appendMatcher(e.Stop, item) })
	if v.Has("retry") {
		e.Retry = []matcher.Matcher{}
	}
	o.Each("retry", func(item decode.Value) { e.Retry = appendMatcher(e.Retry, item) })
	return e
}

func appendMatcher(matchers []matcher.Matcher, v decode.Value) []matcher.Matcher {
	if m := matcher.Decode(v); m != nil {
		matchers = append(matchers, m)
	}
	return matchers
}
