package resolve

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// verdicts returns what a policy does with an error for each value that it names, and
// with any other.
func (p *fakePackage) verdicts(known *model.Policy) []model.Verdict {
	var all []model.Verdict
	for _, m := range known.Stop {
		for _, s := range p.samples(known, m) {
			all = append(all, model.Verdict{What: whatOf(m, s), Error: s})
		}
	}
	for _, m := range known.Retry {
		for _, s := range p.samples(known, m) {
			if isRetried, isKnown := verdictOn(known.Policy, m, s); isKnown {
				all = append(all, model.Verdict{What: whatOf(m, s), Error: s, IsRetried: isRetried})
			}
		}
	}
	if isRetried, isKnown := verdictOnText(known.Policy, "another error"); isKnown {
		all = append(all, model.Verdict{What: "any other error", Error: model.Sample{Make: model.MakeCall{Func: "Other"}}, IsRetried: isRetried})
	}
	switch known.Otherwise {
	case policy.RetryIfSafe:
		all = append(all, model.Verdict{What: "what is safe", Error: model.Sample{Make: model.MakeCall{Func: "RetrySafe"}}, IsRetried: true})
	case policy.RetryUnlessMarked:
		all = append(all, model.Verdict{What: "what is marked", Error: model.Sample{Make: model.MakeCall{Func: "NonRetryable"}}})
	case policy.RetryAll, policy.StopAll:
	}
	return all
}

// whatOf returns an error that a matcher matches, in words.
func whatOf(m schema.Matcher, s model.Sample) string {
	if s.Value != "" {
		return m.Terms()[0].Kind + " " + s.Value
	}
	return model.Plain(matcher.Words(m.Terms()))
}

// verdictOn reports whether a policy retries an error that one of its retry rules
// matches. It is not known where a stop rule may match it as well.
func verdictOn(p *policy.Policy, m schema.Matcher, s model.Sample) (isRetried, isKnown bool) {
	if code, err := strconv.Atoi(s.Value); err == nil && m.Terms()[0].Kind == "status" {
		return p.Classifier().Retries(matcher.StatusFailure(code)), len(opaque(p.Stop)) == 0
	}
	for _, other := range p.Stop {
		for _, stopped := range other.Terms() {
			if slices.ContainsFunc(m.Terms(), func(t matcher.Term) bool {
				return t.Kind == stopped.Kind && t.Value == stopped.Value && t.Kind != "status"
			}) {
				return false, false
			}
		}
		_, isClass := other.(matcher.Class)
		if isClass && m.Terms()[0].Kind != "class" {
			return false, false
		}
	}
	return true, len(opaque(p.Stop)) == 0
}

// verdictOnText reports whether a policy retries an error that has nothing but a text.
// It is not known where a function decides.
func verdictOnText(p *policy.Policy, text string) (isRetried, isKnown bool) {
	for _, m := range opaque(slices.Concat(p.Stop, p.Retry)) {
		if _, isFunc := m.(matcher.Func); isFunc {
			return false, false
		}
	}
	switch {
	case slices.ContainsFunc(p.Stop, func(m schema.Matcher) bool { return matchesText(m, text) }):
		return false, true
	case slices.ContainsFunc(p.Retry, func(m schema.Matcher) bool { return matchesText(m, text) }):
		return true, true
	}
	return p.Otherwise == policy.RetryAll || p.Otherwise == policy.RetryUnlessMarked, true
}

// opaque returns the matchers that may match any error.
func opaque(matchers []schema.Matcher) []schema.Matcher {
	var all []schema.Matcher
	for _, m := range matchers {
		switch m.(type) {
		case matcher.Func, matcher.Pattern, matcher.Prefix:
			all = append(all, m)
		}
	}
	return all
}

// matchesText reports whether a matcher matches an error with a text.
func matchesText(m schema.Matcher, text string) bool {
	switch c := m.Condition().(type) {
	case matcher.TextMatches:
		matches, err := regexp.MatchString(c.Expression, text)
		return err == nil && matches
	case matcher.Call:
		return c.Func == "HasPrefix" && slices.ContainsFunc(c.Args, func(prefix string) bool { return strings.HasPrefix(text, prefix) })
	default:
		return false
	}
}

// asksFunc reports whether a function of the user's decides about errors.
func asksFunc(p *model.Policy) bool {
	return slices.ContainsFunc(slices.Concat(p.Stop, p.Retry), func(m schema.Matcher) bool {
		_, isFunc := m.(matcher.Func)
		return isFunc
	})
}

// statusesRetried returns the ranges of status codes from 100 to 599 that a policy
// retries, as pairs of their ends. ok is false if the policy does not distinguish them.
func statusesRetried(p *policy.Policy) (ends []int, ok bool) {
	named := func(t matcher.Term) bool { return t.Statuses.High > 0 }
	if !slices.ContainsFunc(matcher.Terms(slices.Concat(p.Stop, p.Retry)), named) {
		return nil, false
	}
	classifier := p.Classifier()
	for code := 100; code <= 599; code++ {
		text := "status " + strconv.Itoa(code)
		stops := slices.ContainsFunc(p.Stop, func(m schema.Matcher) bool { return matchesText(m, text) })
		retries := slices.ContainsFunc(p.Retry, func(m schema.Matcher) bool { return matchesText(m, text) })
		f := matcher.StatusFailure(code)
		isRetried := !stops && (classifier.Retries(f) || retries && !matcher.NewSet(p.Stop).Matches(f))
		switch last := len(ends) - 1; {
		case !isRetried:
		case last > 0 && ends[last] == code-1:
			ends[last] = code
		default:
			ends = append(ends, code, code)
		}
	}
	return ends, true
}

// timedOut reports whether an attempt that its timeout ended is retried; nil if there is
// no such attempt, or the policy is not known to do either.
func timedOut(p *policy.Policy) *bool {
	if p.AttemptTimeout == 0 || p.MaxAttempts == 1 || len(opaque(p.Stop)) > 0 {
		return nil
	}
	isStopped := slices.ContainsFunc(p.Stop, func(m schema.Matcher) bool {
		switch m := m.(type) {
		case matcher.Class:
			return m.Class == "timeout"
		case matcher.Go:
			return m.Name.Name == "DeadlineExceeded"
		default:
			return false
		}
	})
	return new(!isStopped)
}
